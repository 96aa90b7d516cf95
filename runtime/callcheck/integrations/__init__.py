"""One thin module for each framework, imported only on request."""
