# make check   judge the bundled runner (sets up .venv first)
# make test    everything that CI runs
.DEFAULT_GOAL := check
.PHONY: check test live confined score mutants false-alarms failing-calls test-pythons prove prove-full readme lint clean lock setup

# The first interpreter that is new enough; `make PYTHON=… check` takes another.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python3.10 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null && echo $$p && break; done)
VENV ?= .venv
BIN := $(VENV)/bin
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PYTHONPYCACHEPREFIX :=

check: $(VENV)/ready
	@$(BIN)/tsr-oracle check --jobs $(JOBS)

test: lint
	@$(BIN)/python -m pytest -W error -q -p no:cacheprovider -n $$(($(JOBS) + 1)) --dist worksteal --ignore tests/live
	@$(BIN)/python -m pytest -W error -q -p no:cacheprovider tests/live

# Every pair of moves of the run machine, and all races, played with real processes: a quarter of an hour.
live: $(VENV)/ready
	@TSR_LIVE=long TSR_LIVE_AT_ONCE=32 $(BIN)/python -m pytest -W error -q -p no:cacheprovider tests/live

# Tests of this repository within the boundary that it draws itself: they write beneath it, and beneath one scratch.
confined: $(VENV)/ready
	@scratch=$$(mktemp -d) && chmod 755 $$scratch && { TMPDIR=$$scratch $(BIN)/tsr-confine exec --mode workspace-write \
		--allow $(CURDIR) --allow $$scratch --allow /dev/shm -- $(BIN)/python -m pytest -W error -q -p no:cacheprovider \
		-n $$(($(JOBS) + 1)) --basetemp=$$scratch/tests tests/spec tests/model tests/runner tests/confine tests/landlock; \
		code=$$?; rm -rf $$scratch; exit $$code; }

# How many wrong runners are caught, and how fast: half an hour. Writes docs/oracle-quality.md.
score: $(VENV)/ready
	@$(BIN)/tsr-oracle score --jobs $(JOBS) --json docs/oracle-quality.json
	@$(BIN)/python -m tsr_oracle.quality docs

# One small thing changed in the model, and in the runner's guards, again and again: hours; it goes on where it was.
mutants: $(VENV)/ready
	@$(BIN)/tsr-oracle mutants model --save docs/mutants.json; $(BIN)/tsr-oracle mutants guards --save docs/mutants.json

# A million cases of the bundled runner, and fifty thousand by its command: hours; it goes on where it was.
ALARMS = tsr-oracle-results/right
false-alarms: $(VENV)/ready
	@for part in $$(seq 50); do \
		test -e $(ALARMS)/hosted-$$part/record.jsonl || $(BIN)/tsr-oracle check --jobs $(JOBS) --seed 11 \
			--cases 1000000 --shard $$part/50 --results $(ALARMS)/hosted-$$part || exit; \
		test -e $(ALARMS)/binary-$$part/record.jsonl || $(BIN)/tsr-oracle check --jobs $(JOBS) --seed 12 \
			--cases 50000 --shard $$part/50 --results $(ALARMS)/binary-$$part --impl $(BIN)/tsr --level ours || exit; \
	done
	@$(BIN)/python -m tsr_oracle.quality.false_alarms docs/false-alarms.json $(ALARMS)/*/record.jsonl

# Every call to the kernel made to fail, with every error that fits it: some minutes. Needs strace.
failing-calls: $(VENV)/ready
	@$(BIN)/python tests/failing_calls/failing_record.py docs/failing-calls.json $(JOBS)

lint: $(VENV)/ready
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache >/dev/null || $(BIN)/lint-imports --no-cache

# All tests on every Python from 3.10 to 3.13 that is found, each in its own environment.
test-pythons:
	@.ci/pythons

prove: $(VENV)/ready
	@$(BIN)/tsr-oracle prove --jobs $(JOBS)

prove-full: $(VENV)/ready
	@$(BIN)/tsr-oracle prove --tier full --jobs $(JOBS)

# What README and docs/evidence.md show of a run, the guard reference, and what is promised.
readme: $(VENV)/ready
	@$(BIN)/tsr-oracle prove --jobs $(JOBS) --write docs/evidence.md --json docs/evidence.json \
		$(foreach record,$(wildcard docs/failing-calls.json docs/race.json docs/confinement.json),--with $(record))
	@$(BIN)/python -m tsr_spec.reference >docs/guard-reference.md
	@$(BIN)/python -m tsr_proofs.promised docs/evidence.json >docs/promises.md
	@$(BIN)/python .ci/readme

setup: $(VENV)/ready

$(VENV)/ready: requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "no Python of 3.10 or newer was found; name one: make PYTHON=/path/to/python3" >&2; exit 1; }
	@echo "setting up $(VENV) with $$($(PYTHON) --version) …"
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q spec model impl proofs
	@touch $@

# Pins what pyproject.toml asks for, for every supported Python at once (needs uv).
lock:
	@uv pip compile --quiet --universal --generate-hashes --python-version 3.10 --no-annotate --no-header \
		--extra dev --output-file requirements.lock pyproject.toml requirements.build

clean:
	@rm -rf .venv .venv-* build dist tsr-oracle-results tsr-oracle-corpus .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find spec model impl proofs tests -name __pycache__ -prune -exec rm -rf {} +
