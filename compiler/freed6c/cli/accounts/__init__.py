"""What `freed6c explain` says of an address, as text and as JSON."""
