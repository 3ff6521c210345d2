"""Commands within a boundary that the kernel keeps: `tsr-confine`, and what `tsr --confine` is made of (CONF)."""
