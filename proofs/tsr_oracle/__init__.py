"""The oracle: any implementation of `tsr` against the model, by running it."""
