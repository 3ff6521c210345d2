"""The theorems about what a task runs, and where its programs are looked for (FORM)."""
