"""The record of a check: what it holds, how it is written and read."""
