"""Shows FENCE-R: whatever another process swaps meanwhile, a runner touches nothing that lies outside.

A worker plays *rounds*. For each it makes a workspace (`arena`) of a few *sites*, which are places to be fought over,
each with what the attacker swaps there and with calls that are fine on a tree that keeps still (`sites`, `commands`).
The `attacker` swaps while the subject makes its calls, some hundred a process. Then the `referee` looks at what was
said, at what is inside, and at the outside, which has to be as it was in every respect.
"""
