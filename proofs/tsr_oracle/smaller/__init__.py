"""Smaller neighbours of a question: each takes one thing away, or puts something plainer in its place.

A neighbour is only worth a try if it is a case that can be played, that names nothing outside its world, and in which
manifests still say what is declared of them: `neighbours` sees to that.
"""
