"""A real workspace as the model sees it: what its config would run, what the guards say, and what it reaches."""
