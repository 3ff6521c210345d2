"""The spec's cases as vectors: everything that another implementer needs to judge an answer, without our model."""
