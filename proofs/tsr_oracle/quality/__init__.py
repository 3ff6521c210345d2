"""How good the evidence itself is: what would be noticed if something were wrong."""
