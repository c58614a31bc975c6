"""What of the engines a game needs on the tablet: everything that can be reached from what is asked of it there.

Knows: which methods of a game a tablet asks for, and how one definition leads to another.
Does not know: JavaScript.
"""

import ast
from collections.abc import Iterable

from cacho_tournaments.games.script.sources import (
    PROJECT,
    Class,
    Definition,
    Elsewhere,
    Function,
    Key,
    Module,
    Sources,
    Untranslatable,
    bound_in,
)

ASKED = frozenset(
    ["start", "parse", "write", "check", "apply", "status", "sheet", "unfold", "counted", "form", "match"]
)
LEFT_OUT = frozenset(["random_turn", "transcribe", "table", "minutes", "preset_for", "resolve"])
_BY_PYTHON = frozenset({"__init__", "__post_init__", "__iter__", "__eq__"})
_BASE = f"{PROJECT}.games.base"
GAME = Key(_BASE, "Game")
HANDED_OUT = (Key(_BASE, "Refused"), Key(_BASE, "Status"), Key(_BASE, "MatchRule"))


class Reach:
    """Definitions, attributes and methods that are reached; ``order`` is that in which Python runs them."""

    def __init__(self, sources: Sources, roots: Iterable[Key]) -> None:
        self._sources = sources
        self.found: dict[Key, Definition] = {}
        self.attributes: set[str] = set()
        self._open = list(roots)
        self._seen: set[tuple[Key, str]] = set()
        while self._open:
            while self._open:
                self._reach(self._open.pop())
            for definition in list(self.found.values()):
                if isinstance(definition.node, ast.ClassDef):
                    self._reach_members(Class(sources, definition))

    def keeps(self, owner: Class, name: str) -> bool:
        """Say whether a method or a value of a class is needed."""
        if name in _BY_PYTHON:
            return True
        if self._is_game(owner):
            return name in ASKED or (name in self.attributes and name not in LEFT_OUT)
        return name in self.attributes

    def _is_game(self, owner: Class) -> bool:
        return owner.key == GAME or (owner.base is not None and self._is_game(owner.base))

    def order(self) -> list[Definition]:
        """Return the definitions in an order in which each may use what stands before it."""
        modules: list[str] = []
        for key in sorted(self.found):
            self._visit(key.module, modules, ())
        places = {
            key: (modules.index(key.module), number)
            for name in modules
            for number, key in enumerate(Key(name, each) for each in self._sources.module(name).definitions)
        }
        return sorted(self.found.values(), key=lambda each: places[each.key])

    def _visit(self, name: str, modules: list[str], path: tuple[str, ...]) -> None:
        if name in modules or name in path:
            return
        for meaning in self._sources.module(name).imports.values():
            if isinstance(meaning, Elsewhere):
                continue
            if any(key.module == meaning.module for key in self.found):
                self._visit(meaning.module, modules, (*path, name))
        modules.append(name)

    def _reach(self, key: Key) -> None:
        definition = self._sources.definition(key)
        if definition.key in self.found:
            return
        self.found[definition.key] = definition
        module = self._sources.module(definition.key.module)
        match definition.node:
            case ast.FunctionDef() as function:
                self._look(module, function, frozenset())
            case ast.ClassDef():
                for base in Class(self._sources, definition).bases:
                    if isinstance(base, Key):
                        self._open.append(base)
            case _ if definition.value is not None:
                self._look(module, definition.value, frozenset())

    def _reach_members(self, owner: Class) -> None:
        for node in owner.node.body:
            match node:
                case ast.FunctionDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
                    wanted = self.keeps(owner, name) or (
                        owner.kind == "enum" and isinstance(node, ast.Assign)
                    )
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
                    wanted = owner.kind in ("record", "tuple") or self.keeps(owner, name)
                case _:
                    continue
            if wanted and (owner.key, name) not in self._seen:
                self._seen.add((owner.key, name))
                part = node if isinstance(node, ast.FunctionDef) else node.value
                assert part is not None
                self._look(owner.module, part, frozenset())

    def _look(self, module: Module, node: ast.AST, own: frozenset[str]) -> None:
        """Note every name and attribute in a node; ``own`` are names of the functions around it."""
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            self._look_into(module, node, own)
            return
        if isinstance(node, ast.Attribute):
            self.attributes.add(node.attr)
        if isinstance(node, (ast.Name, ast.Attribute)):
            root = node.id if isinstance(node, ast.Name) else getattr(node.value, "id", None)
            meaning = None if root in own else self._sources.resolve(module, node)
            if isinstance(meaning, Key):
                self._open.append(meaning)
                return
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "getattr":
            self._named(module, node)
        for child in ast.iter_child_nodes(node):
            if not (isinstance(node, ast.AnnAssign) and child is node.annotation):
                self._look(module, child, own)

    def _look_into(self, module: Module, node: Function, own: frozenset[str]) -> None:
        own = own | bound_in(node)
        for default in (*node.args.defaults, *(each for each in node.args.kw_defaults if each is not None)):
            self._look(module, default, own)
        for child in node.body if isinstance(node.body, list) else [node.body]:
            self._look(module, child, own)

    def _named(self, module: Module, node: ast.Call) -> None:
        if len(node.args) != 2:
            raise Untranslatable(module.name, node.lineno, "getattr with a default")
