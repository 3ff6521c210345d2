"""The theorems about which config governs (DISC)."""
