"""What `odds` and `roll` share: reading a pool, and how chances and dice are shown."""
