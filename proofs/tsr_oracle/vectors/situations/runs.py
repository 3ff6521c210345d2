"""The order of tasks, packages, and what is told of a run."""

from __future__ import annotations

from tsr_model.graph import Circle, order
from tsr_model.prediction import Prediction
from tsr_oracle.processes import side_by_side as are_side_by_side
from tsr_oracle.vectors.facts import is_reached, request_of, tasks
from tsr_oracle.vectors.situations import situation
from tsr_spec.case import File, Given


@situation
def shared_dep(given: Given, foretold: Prediction) -> bool:
    """Two tasks depend on one and the same."""
    deps = [dep.task for task in tasks(given) for dep in task.deps]
    return len({*deps}) < len(deps)


@situation
def circle(given: Given, foretold: Prediction) -> bool:
    """Tasks, or packages, depend on each other in a circle."""
    deps = {task.name: task.deps for task in tasks(given)}
    circles = any(isinstance(order(deps, name), Circle) for name in deps)
    return circles or bool({"GRAPH-3", "PKG-13"} & {*foretold.clauses})


@situation
def name_of_no_task(given: Given, foretold: Prediction) -> bool:
    """What is asked for, or depended on, is no task of the config."""
    known = {task.name for task in tasks(given)}
    wanted = {request_of(given).task} | {dep.task for task in tasks(given) for dep in task.deps}
    return bool(known) and not wanted - {""} <= known


@situation
def deps_in_order(given: Given, foretold: Prediction) -> bool:
    """Tasks run before the one that was asked for."""
    return any(task.deps and is_reached(given, task.name) for task in tasks(given))


@situation
def side_by_side(given: Given, foretold: Prediction) -> bool:
    """Units may run at the same time."""
    return are_side_by_side(foretold)


@situation
def fan_out(given: Given, foretold: Prediction) -> bool:
    """A task runs in several packages."""
    return any(task.packages is not None for task in tasks(given))


@situation
def behind_a_caret(given: Given, foretold: Prediction) -> bool:
    """A task depends on a task in the packages that its own package depends on."""
    return any(dep.upstream for task in tasks(given) for dep in task.deps)


@situation
def secret_at_hand(given: Given, foretold: Prediction) -> bool:
    """A value that is long enough to be one nobody should see is in the environment, or in a file of variables."""
    files = [e.data for e in given.tree if isinstance(e, File) and e.path.rpartition("/")[2].endswith("env")]
    return any(len(text) >= 6 for text in (*(value for _, value in given.env), *files))


@situation
def failure_before_the_end(given: Given, foretold: Prediction) -> bool:
    """A unit fails while others are running, or are still to run."""
    failed = any(unit.failed or unit.end == "error" for unit in foretold.units)
    return failed and foretold.order is not None and len(foretold.order.commands) > 1


@situation
def reporter(given: Given, foretold: Prediction) -> bool:
    """A reporter is asked for, or a file for it, wherever the person who typed it wants it."""
    return any(word.partition("=")[0] in ("--reporter", "--reporter-file") for word in given.argv)
