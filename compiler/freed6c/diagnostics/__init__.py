"""Problems as data, the catalog of their codes, and the ways to show them."""

from freed6c.diagnostics.diagnostic import Code, Diagnostic, Label, has_errors

__all__ = ["Code", "Diagnostic", "Label", "has_errors"]
