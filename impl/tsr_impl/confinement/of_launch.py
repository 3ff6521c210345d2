"""What holds for a command of `tsr-confine` (CONF-1, CONF-2): every word is read here, also for `status` (CONF-6)."""

from __future__ import annotations

import os

from tsr_impl import calls, report
from tsr_impl.confinement import policy, settlement
from tsr_impl.confinement.decision import Decision
from tsr_impl.confinement.settlement import Settlement

PRODUCT = "tsr-confine"


def settle(typed: bool | None, user_config: str | None, make: bool) -> tuple[Settlement, policy.Policy]:
    """What holds in the working directory, with its `stop` where no command may run; and the user's policy.

    Without `make` no directories are made.
    """
    settled, users = Settlement(Decision("refused", "user")), policy.Policy()
    try:
        users = policy.read(user_config)
        word, fault = _word_of_project()
        settled = settlement.decided(PRODUCT, typed, users, word)
        if fault:
            settled.remarks.append(fault)
        if settled.decision.boundary != "off":
            settled.confine(users, _here(), (), os.environb, make)
    except Exception as error:  # whatever it is: where it is not known what holds nothing is run
        settled.stop = report.as_stop(error)
    return settled, users


def _word_of_project() -> tuple[bool | None, tuple[str, str] | None]:
    """What the config that governs here says, None for nothing; and why it is not followed, if it can't be.

    A project could always say nothing, so one that can't be understood gains nothing by that (CONF-1).
    """
    from tsr_impl import discovery

    try:
        text = discovery.text_of_config()
        if text is None:
            return None, None
        from tsr_impl import config  # which takes as long as all the rest, and most working directories have none

        return config.read(text).confine, None
    except report.Stop as fault:
        if report.is_scarcity(fault):  # another time it would have been understood
            raise
        return None, (f"the project has no say, since its config can't be followed: {fault.message}", "CONF-1")


def _here() -> str:
    try:
        return calls.working_directory()
    except OSError as error:
        message = f"the working directory cannot be used: {error.strerror} — change to another one"
        raise report.Stop(message, "CONF-2") from error
