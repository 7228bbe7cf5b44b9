"""freed6c compiles tabletop role-playing rules kept as data."""

__version__ = "0.1.0"
