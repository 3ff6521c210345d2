"""The report as one page of HTML, which needs nothing else: no network, no other file."""
