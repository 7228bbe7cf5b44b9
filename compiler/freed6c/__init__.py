"""freed6c compiles tabletop role-playing rules kept as data."""
