"""What stands behind each clause: places, theorems, cases, faults; and what lacks."""
