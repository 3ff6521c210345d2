"""The theorems of TREE and INT, and those of GRAPH that are about a run: their scopes, witnesses and faults."""

from __future__ import annotations

from tsr_proofs.enumerated import Enumerated
from tsr_proofs.exhaust import Box, Property
from tsr_proofs.processes import alike, exits, interrupts, lemmas, one_process, order, progress, starting, tear_down
from tsr_proofs.processes import faults as wrong
from tsr_proofs.processes.scopes import ALIKE, HUNTED, RUNS, SHOWN
from tsr_proofs.seeding import Fault
from tsr_proofs.theorem import Exhaustive, Finding, Symbolic, Theorem, Tier
from tsr_proofs.trees import of


def _walks(count: int, marked: bool) -> Box:
    says = f"{of(count, 'task')} without circles{', with and without `^`' * marked}, parallel or not, done or not"
    return Enumerated(says, of(count, "task"), starting.walks, (count, marked))


def _arrangements(count: int) -> Box:
    says = f"{of(count, 'task')} without circles, with and without `^`, parallel or not, a terminal or none"
    return Enumerated(says, of(count, "task"), starting.arrangements, (count,))


def _pasts(failures: int, times: int) -> Box:
    says = f"{of(failures, 'failure')} over {times} points in time, 2 signals, an error or none"
    return Enumerated(says, of(failures, "failure"), exits.pasts, (failures, times))


def _groups(count: int) -> Box:
    says = f"commands with {of(count, 'descendant')} in all states, in a group of their own or not"
    return Enumerated(says, of(count, "descendant"), one_process.groups, (count,))


WALKS: dict[Tier, tuple[Box, ...]] = {
    "quick": (_walks(3, True), _walks(4, False)),
    "full": (_walks(3, True), _walks(4, True)),
}
ARRANGEMENTS: dict[Tier, tuple[Box, ...]] = {"quick": (_arrangements(3),), "full": (_arrangements(4),)}
PASTS: dict[Tier, tuple[Box, ...]] = {"quick": (_pasts(3, 3),), "full": (_pasts(3, 4),)}
GROUPS: dict[Tier, tuple[Box, ...]] = {"quick": (_groups(2),), "full": (_groups(3),)}
HUNTED_WALKS: tuple[Box, ...] = (*(_walks(count, True) for count in (1, 2, 3)), _walks(4, False))
HUNTED_ARRANGEMENTS: tuple[Box, ...] = tuple(_arrangements(count) for count in (1, 2, 3))
HUNTED_PASTS: tuple[Box, ...] = tuple(_pasts(count, 3) for count in (0, 1, 2))
HUNTED_GROUPS: tuple[Box, ...] = tuple(_groups(count) for count in (0, 1, 2))


def _explored(name: str, clauses: tuple[str, ...], holds: Property, witness: Property, *faults: Fault) -> Exhaustive:
    """A claim about every state that a run can come to."""
    return Exhaustive(name, clauses, holds, witness, RUNS, HUNTED, faults)


TREE: tuple[Theorem, ...] = (
    Exhaustive(
        "own-groups",
        ("TREE-1", "TREE-7"),
        starting.own_groups,
        starting.a_terminal_is_shared,
        ARRANGEMENTS,
        HUNTED_ARRANGEMENTS,
        (wrong.TERMINAL_ALONE, wrong.PARALLEL_ALONE, wrong.UPSTREAM_OVERLOOKED, wrong.TERMINAL_HANDED_ON),
    ),
    _explored(
        "torn-groups-are-dead",
        ("TREE-G1", "TREE-3"),
        tear_down.torn_groups_are_dead,
        tear_down.nothing_outlives_a_run,
        wrong.NOT_SIGNALLED,
        wrong.LEADER_ONLY,
        wrong.LEADER_ENDS_GRACE,
        wrong.LEADER_KILLED_ONLY,
        wrong.LEADERLESS_SPARED,
        wrong.SECOND_LEAVES_ALIVE,
        wrong.DEAF_TO_SIGKILL,
    ),
    _explored(
        "strict-leaves-nothing",
        ("TREE-G1",),
        tear_down.strict_leaves_nothing,
        tear_down.nothing_outlives_a_run,
        wrong.NEVER_CLEARED,
        wrong.NOT_WAITED_FOR,
        wrong.LEADER_ENDS_GRACE,
    ),
    _explored(
        "only-child-or-group",
        ("TREE-3", "TREE-N1"),
        tear_down.only_the_child_or_its_group,
        tear_down.nothing_is_signalled,
        wrong.OUTSIDE_TOO,
        wrong.SHARED_TOO,
    ),
    _explored(
        "nothing-stale",
        ("TREE-2",),
        tear_down.nothing_stale_is_signalled,
        tear_down.nothing_is_signalled,
        wrong.STALE_TOO,
    ),
    _explored(
        "all-is-told",
        ("TREE-4", "GRAPH-5", "INT-1"),
        tear_down.all_that_runs_is_told,
        tear_down.nothing_is_signalled,
        wrong.NOT_SIGNALLED,
        wrong.LEADER_ONLY,
        wrong.LEADER_SPARED,
        wrong.LEADERLESS_SPARED,
        wrong.WITHOUT_TEAR_DOWN,
        wrong.NEVER_BAILS,
        wrong.ERRORS_OVERRIDDEN,
        wrong.INTERRUPTS_OVERRIDDEN,
    ),
    _explored(
        "nothing-else-is-torn",
        ("TREE-4", "GRAPH-11"),
        tear_down.nothing_else_is_torn_down,
        tear_down.nothing_is_signalled,
        wrong.ALWAYS_BAILS,
    ),
    _explored(
        "kills-behind-a-grace",
        ("TREE-2", "INT-2"),
        tear_down.kills_behind_a_grace,
        tear_down.nothing_is_killed,
        wrong.NO_GRACE,
        wrong.KILLED_UNWARNED,
        wrong.CLEARED_BY_SIGKILL,
    ),
    _explored(
        "grace-leaves-killed",
        ("TREE-2",),
        tear_down.what_a_grace_leaves_is_killed,
        tear_down.nothing_is_killed,
        wrong.NOT_SIGNALLED,
        wrong.LEADER_KILLED_ONLY,
        wrong.DEAF_TO_SIGKILL,
    ),
    _explored(
        "grace-is-the-groups",
        ("TREE-5", "TREE-2"),
        tear_down.the_grace_is_the_groups,
        tear_down.nothing_is_killed,
        wrong.LEADER_ENDS_GRACE,
        wrong.UNREAPED,
    ),
    _explored(
        "clearing-is-graceful",
        ("TREE-G1", "TREE-5"),
        tear_down.clearing_waits_for_the_group,
        tear_down.nothing_is_signalled,
        wrong.NEVER_CLEARED,
        wrong.NOT_WAITED_FOR,
    ),
    _explored(
        "less-is-left",
        ("TREE-2",),
        progress.less_is_left,
        progress.two_less_is_left,
        wrong.BEGUN_AGAIN,
        wrong.GRACE_ANEW,
    ),
    _explored(
        "ends-unless-stopped",
        ("TREE-8",),
        progress.ends_unless_stopped,
        progress.deaths_are_enough,
        wrong.NEVER_NOTICED,
        wrong.ENDLESS_GRACE,
    ),
)

INT: tuple[Theorem, ...] = (
    _explored(
        "nothing-starts-any-more",
        ("INT-1", "GRAPH-5", "GRAPH-11"),
        interrupts.nothing_starts_any_more,
        interrupts.something_starts,
        wrong.STARTS_ON,
        wrong.INTERRUPTS_OVERRIDDEN,
        wrong.ERRORS_OVERRIDDEN,
        wrong.NEVER_BAILS,
    ),
    _explored(
        "interrupted-runs-end",
        ("INT-1", "TREE-2"),
        progress.an_interrupted_run_ends,
        progress.deaths_are_enough,
        wrong.STOPPED_HOLD_IT,
        wrong.ENDLESS_GRACE,
        wrong.NO_SAFE_POINT,
        wrong.INTERRUPTS_OVERRIDDEN,
        wrong.DEAF_TO_SIGKILL,
    ),
    _explored(
        "second-ends-it",
        ("INT-2",),
        interrupts.the_second_ends_it,
        interrupts.one_signal_ends_it,
        wrong.SECOND_IGNORED,
        wrong.SECOND_LEAVES_ALIVE,
        wrong.SECOND_DECIDES,
        wrong.LEADER_KILLED_ONLY,
    ),
    _explored(
        "builtins-yield",
        ("INT-3",),
        interrupts.builtins_come_to_an_end,
        interrupts.no_builtin_is_interrupted,
        wrong.NO_SAFE_POINT,
        wrong.BUILTIN_CUT,
    ),
    _explored(
        "first-decides",
        ("INT-4", "INT-1", "INT-6", "EXIT-6"),
        interrupts.the_first_decides,
        interrupts.no_failure_is_hidden,
        wrong.FAILURE_OUTRANKS,
        wrong.SECOND_DECIDES,
        wrong.ALL_130,
    ),
    _explored(
        "ignored-stay-ignored",
        ("INT-4",),
        interrupts.the_ignored_stay_ignored,
        interrupts.all_four_are_taken,
        wrong.IGNORED_HANDLED,
        wrong.NO_TIME_FOR_SIGNALS,
    ),
    _explored(
        "forewarned-where-shared",
        ("INT-5",),
        interrupts.forewarned_where_shared,
        interrupts.sigint_is_as_sigterm,
        wrong.NEVER_FOREWARNED,
        wrong.ALWAYS_FOREWARNED,
    ),
    _explored(
        "then-sigterm",
        ("INT-5",),
        interrupts.sigterm_behind_the_first_grace,
        interrupts.sigint_is_as_sigterm,
        wrong.KILLED_UNWARNED,
        wrong.NOT_SIGNALLED,
    ),
    _explored(
        "stopped-hear-it",
        ("INT-5", "TREE-2"),
        tear_down.the_stopped_hear_it,
        tear_down.nothing_is_signalled,
        wrong.SIGCONT_FORGOTTEN,
    ),
    _explored(
        "grace-runs-on",
        ("INT-6",),
        interrupts.the_grace_runs_on,
        interrupts.a_first_signal_changes_nothing,
        wrong.GRACE_ANEW,
        wrong.SIGTERM_AGAIN,
    ),
)

ORDER: tuple[Theorem, ...] = (
    Exhaustive(
        "may-start",
        ("GRAPH-10", "GRAPH-1"),
        starting.may_start_alike,
        starting.one_may_start,
        WALKS,
        HUNTED_WALKS,
        (
            wrong.ALL_PARALLEL,
            wrong.NONE_PARALLEL,
            wrong.PARALLEL_BELOW,
            wrong.ONCE_FOR_EACH,
            wrong.UPSTREAM_WAITED_FOR,
            wrong.LAST_DEP_FIRST,
        ),
    ),
    Exhaustive(
        "starting-comes-through",
        ("GRAPH-10", "GRAPH-8"),
        starting.starting_comes_through,
        starting.all_begin_with_the_last,
        WALKS,
        HUNTED_WALKS,
        (wrong.UPSTREAM_WAITED_FOR, wrong.LAST_DEP_FIRST),
    ),
    _explored(
        "each-once",
        ("GRAPH-1",),
        order.each_once,
        order.one_at_a_time,
        wrong.BEGUN_AGAIN,
    ),
    _explored(
        "behind-its-deps",
        ("GRAPH-1", "GRAPH-4"),
        order.behind_its_deps,
        order.one_at_a_time,
        wrong.BEGUN_IS_DONE,
    ),
    _explored(
        "starts-what-may",
        ("GRAPH-10", "GRAPH-11"),
        order.what_may_start_is_started,
        order.one_at_a_time,
        wrong.ALL_PARALLEL,
        wrong.NONE_PARALLEL,
        wrong.ALWAYS_BAILS,
        wrong.BEGUN_IS_DONE,
        wrong.BEGUN_AGAIN,
    ),
    _explored(
        "all-has-run",
        ("GRAPH-11", "GRAPH-5"),
        order.all_has_run,
        order.all_has_always_run,
        wrong.ALWAYS_BAILS,
        wrong.ENDS_TOO_EARLY,
    ),
    _explored(
        "ends-when-all-is-over",
        ("GRAPH-5", "GRAPH-11"),
        order.ends_when_nothing_is_left,
        order.all_has_always_run,
        wrong.ENDS_TOO_EARLY,
    ),
    _explored(
        "exit-is-admissible",
        ("EXIT-6", "GRAPH-5", "GRAPH-11", "TREE-4"),
        order.exit_is_admissible,
        order.any_failure_will_do,
        wrong.LAST_COUNTS,
        wrong.FAILURE_OUTRANKS,
        wrong.ERROR_FORGOTTEN,
        wrong.TORN_DOWN_COUNTS,
        wrong.SECOND_DECIDES,
    ),
    Exhaustive(
        "admissible",
        ("EXIT-6", "INT-1", "INT-4"),
        exits.admissible_alike,
        exits.one_code_is_admitted,
        PASTS,
        HUNTED_PASTS,
        (wrong.FIRST_LISTED, wrong.ANY_FAILURE, wrong.ALL_130),
    ),
    Exhaustive(
        "said-is-admissible",
        ("EXIT-6",),
        exits.said_is_admissible,
        exits.one_code_is_admitted,
        PASTS,
        HUNTED_PASTS,
        (wrong.CODE_OUTRANKED, wrong.FIRST_LISTED),
    ),
)

TIES: tuple[Theorem, ...] = (
    Exhaustive(
        "alike-states-move-alike",
        ("TREE-2",),
        alike.alike_states_move_alike,
        alike.all_stand_for_themselves,
        ALIKE,
        ALIKE["quick"],
        (wrong.OUTSIDE_IS_GONE, wrong.CODES_KEPT, wrong.NAMES_KEPT),
    ),
    Exhaustive(
        "signals-are-maps",
        ("TREE-2", "TREE-3", "TREE-5"),
        one_process.signals_are_maps,
        one_process.everything_is_reached,
        GROUPS,
        HUNTED_GROUPS,
        (wrong.MAPS_LEADER_ONLY, wrong.MAPS_LEADER_LIVES, wrong.MAPS_UNREAPED),
    ),
    _explored(
        "moves-are-changes",
        ("TREE-2", "TREE-G1"),
        one_process.every_move_is_a_change,
        one_process.nothing_is_forked,
        wrong.LEADER_ONLY,
        wrong.LEADER_KILLED_ONLY,
        wrong.SIGCONT_FORGOTTEN,
        wrong.OUTSIDE_TOO,
    ),
)

ONE = "one process of any number"

LEMMAS: tuple[Theorem, ...] = (
    Symbolic(
        "begins-well",
        ("TREE-G1",),
        lemmas.begins_well,
        lemmas.begins_well_late,
        ONE,
        (wrong.LEMMA_BORN_TOLD,),
    ),
    Symbolic(
        "stays-well",
        ("TREE-G1",),
        lemmas.stays_well,
        lemmas.stays_inside,
        ONE,
        (wrong.LEMMA_DEAF_TO_SIGKILL, wrong.LEMMA_REVIVED, wrong.LEMMA_KILLS_AT_ONCE),
    ),
    Symbolic(
        "nothing-is-undone",
        ("TREE-2", "TREE-G1"),
        lemmas.nothing_is_undone,
        lemmas.nothing_changes,
        ONE,
        (wrong.LEMMA_REVIVED,),
    ),
    Symbolic(
        "sigkill-ends-all",
        ("TREE-2",),
        lemmas.sigkill_ends_all,
        lemmas.sigterm_ends_all,
        ONE,
        (wrong.LEMMA_DEAF_TO_SIGKILL,),
    ),
    Symbolic(
        "sigterm-is-heard",
        ("INT-5", "TREE-2"),
        lemmas.sigterm_is_heard,
        lemmas.sigterm_ends_all,
        ONE,
        (wrong.LEMMA_SIGCONT_FORGOTTEN, wrong.LEMMA_KILLS_AT_ONCE),
    ),
    Symbolic(
        "outside-is-untouched",
        ("TREE-3", "TREE-N1"),
        lemmas.outside_is_untouched,
        lemmas.all_is_untouched,
        ONE,
        (wrong.LEMMA_OUTSIDE_TOO, wrong.LEMMA_SHARED_TOO),
    ),
    Symbolic(
        "interrupts-outrank",
        ("EXIT-6", "INT-1", "INT-4"),
        lemmas.interrupts_come_first,
        lemmas.failures_come_first,
        "any status of a failure",
        (wrong.LEMMA_FAILURE_OUTRANKS, wrong.ALL_130),
    ),
    Symbolic(
        "failures-outrank-errors",
        ("EXIT-6",),
        lemmas.failures_then_errors,
        lemmas.errors_come_first,
        "any status of a failure",
        (wrong.LEMMA_ERROR_OUTRANKS, wrong.LEMMA_ERROR_FORGOTTEN),
    ),
)

FINDINGS: tuple[Theorem, ...] = (
    Exhaustive(
        "background-survives",
        ("TREE-G1",),
        tear_down.nothing_is_left,
        tear_down.nothing_outlives_a_run,
        {"quick": SHOWN, "full": SHOWN},
        SHOWN,
        (),
        "refuted",
        Finding(
            "What a task puts in the background is still there when the run has ended, as it is behind a shell.",
            "tears its group down when the unit has ended (strict-leaves-nothing); what has left the group stays.",
            (
                'cd "$(mktemp -d)"',
                "printf 'sleep 60 >/dev/null 2>&1 & echo $! > pid\\n' > background",
                "printf '[tasks.t]\\nrun = \"sh background\"\\n' > tasks.toml",
                "tsr t",
                'grep -qs "State:.[^Z]" "/proc/$(cat pid)/status" && echo "still there"    # not so with --strict',
                'kill "$(cat pid)"',
            ),
        ),
    ),
    Exhaustive(
        "stopped-waits",
        ("TREE-8",),
        progress.ends_uninterrupted,
        progress.deaths_are_enough,
        {"quick": SHOWN, "full": SHOWN},
        SHOWN,
        (),
        "refuted",
        Finding(
            "A task that is stopped, as one is that asks the terminal from the background, holds the run up until "
            "somebody interrupts it.",
            "changes nothing; the runner says which program it is where the terminal has stopped it.",
            (
                'cd "$(mktemp -d)"',
                "printf 'echo $$ > pid; kill -STOP $$\\n' > stops",
                "printf '[tasks.t]\\nrun = \"sh stops\"\\n' > tasks.toml",
                "tsr t & runner=$!",
                'until grep -qs "State:.T" "/proc/$(cat pid 2>/dev/null)/status"; do sleep 0.1; done',
                'kill -0 "$runner" && echo waits    # waits',
                'kill "$runner"; wait "$runner"; echo $?    # 130',
            ),
        ),
    ),
)

THEOREMS: tuple[Theorem, ...] = (*TREE, *INT, *ORDER, *TIES)
