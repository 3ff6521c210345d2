"""Why it holds: theorems about the model, each with a witness that must be refuted and faults that must be killed.

`work.run(registry.THEOREMS, tier, jobs)` runs them all and gives a `report.Report`; `prove.main` is the command.
"""
