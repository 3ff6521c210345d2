"""The theorems about who may write what decides a run (PERM)."""
