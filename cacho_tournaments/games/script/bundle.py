"""One game as one JavaScript module: everything that a tablet needs of it, behind each other, as Python runs it.

Knows: which definitions there are, how each is called where two modules use one name.
Does not know: what is in them.
"""

import ast
from collections import Counter
from collections.abc import Iterable

from cacho_tournaments.games.script.classes import Classes
from cacho_tournaments.games.script.reach import Reach
from cacho_tournaments.games.script.scope import Scope, spelled
from cacho_tournaments.games.script.sources import Class, Definition, Key, Sources


def bundle(sources: Sources, roots: Iterable[Key], *, heading: str) -> str:
    """Return the module that hands out the roots, each under its own name. Raises: Untranslatable."""
    wanted = [sources.definition(each).key for each in roots]
    reach = Reach(sources, wanted)
    ordered = reach.order()
    names = _names(ordered)
    classes = Classes(sources, names, reach)
    lines = [f"// {heading}", 'import * as py from "./runtime.js";']
    module = ""
    for each in ordered:
        if each.key.module != module:
            module = each.key.module
            lines += ["", f"// ---- {module.partition('.')[2]}"]
        lines += ["", *_written(sources, classes, each, names[each.key])]
    handed_out = ", ".join(
        names[each] if names[each] == each.name else f"{names[each]} as {each.name}" for each in wanted
    )
    lines += ["", f"export {{ {handed_out} }};"]
    return _tight(lines)


def _names(ordered: list[Definition]) -> dict[Key, str]:
    """Return how each definition is called; a name that stands in several modules has its module's before it."""
    often = Counter(each.key.name for each in ordered)
    names: dict[Key, str] = {}
    for each in ordered:
        short = each.key.module.rpartition(".")[2]
        name = each.key.name if often[each.key.name] == 1 else f"{short}_{each.key.name.lstrip('_')}"
        names[each.key] = spelled(name)
    again = [name for name, times in Counter(names.values()).items() if times > 1]
    for key, name in names.items():
        if name in again:
            names[key] = "_".join([*key.module.split(".")[2:], key.name.lstrip("_")])
    return names


def _written(sources: Sources, classes: Classes, definition: Definition, name: str) -> list[str]:
    module = sources.module(definition.key.module)
    match definition.node:
        case ast.FunctionDef() as function:
            return classes.top_function(function, module, name)
        case ast.ClassDef():
            return classes.class_(Class(sources, definition), name)
    assert definition.value is not None
    return [f"const {name} = {classes.expr(definition.value, Scope(module))};"]


def _tight(lines: list[str]) -> str:
    """Join the lines; values behind each other need no empty line between them."""
    kept: list[str] = []
    for at, line in enumerate(lines):
        between = line == "" and kept and kept[-1].startswith("const ") and kept[-1].endswith(";")
        if between and at + 1 < len(lines) and lines[at + 1].startswith("const "):
            continue
        kept.append(line)
    return "".join(f"{line}\n" for line in kept)
