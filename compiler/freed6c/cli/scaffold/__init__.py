"""Templates and examples of new packs. The examples use entries of the base pack."""
