"""Small wrong runners. Each module here makes one mistake: its `apply()` changes the bundled runner in place."""
