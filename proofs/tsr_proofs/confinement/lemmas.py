"""The deciding, for CrossHair: a word is 0 for nothing said, 1 for on, anything else for off."""

from __future__ import annotations

from tsr_model import confinement
from tsr_model.confinement import Said


def _word(number: int) -> bool | None:
    return None if number == 0 else number == 1


def _said(confine: bool, typed: int, user: int, project: int, capable: bool) -> Said:
    return Said("tsr-confine" if confine else "tsr", _word(typed), _word(user), _word(project), capable)


def a_wish_of_the_user_is_never_answered_by_none(
    confine: bool, typed: int, user: int, project: int, capable: bool
) -> bool:
    """CONF-G2: where the command line says on, or the user's file where that is silent, no command runs unconfined.

    post: __return__
    """
    wish = typed if typed != 0 else user
    return wish != 1 or confinement.decide(_said(confine, typed, user, project, capable)).boundary != "off"


def a_wish_of_anybody_is_never_answered_by_none(
    confine: bool, typed: int, user: int, project: int, capable: bool
) -> bool:
    """Where anybody says on, no command runs unconfined.

    post: __return__
    """
    return (
        1 not in (typed, user, project)
        or confinement.decide(_said(confine, typed, user, project, capable)).boundary != "off"
    )


def off_of_a_project_is_silence(confine: bool, typed: int, user: int, capable: bool) -> bool:
    """CONF-1: `false` of a project comes to what it would come to if the project said nothing.

    post: __return__
    """
    off, silent = (confinement.decide(_said(confine, typed, user, project, capable)) for project in (2, 0))
    return (off.boundary, off.authority) == (silent.boundary, silent.authority)


def on_of_a_project_is_silence(confine: bool, typed: int, user: int, capable: bool) -> bool:
    """`true` of a project comes to what it would come to if the project said nothing.

    post: __return__
    """
    on, silent = (confinement.decide(_said(confine, typed, user, project, capable)) for project in (1, 0))
    return (on.boundary, on.authority) == (silent.boundary, silent.authority)
