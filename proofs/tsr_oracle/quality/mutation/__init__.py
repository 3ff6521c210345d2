"""Mutation testing: one small thing is changed in the model, or in the runner's guards, and somebody has to notice."""
