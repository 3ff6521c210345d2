"""What the spec means: pure functions over immutable values, one for each rule, named for the rule.

Nothing here does I/O, reads a clock or knows an operating system. Start with `prediction.predict`.
"""
