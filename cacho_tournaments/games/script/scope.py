"""The names of one function: what each is called in JavaScript, what kind of value it holds, where it is declared.

Knows: blocks and the order of statements. Does not know: how anything is written.
"""

import ast
import re
from collections.abc import Iterator

from cacho_tournaments.games.script.kinds import ANY, Kind, merged
from cacho_tournaments.games.script.sources import Module, within

_RESERVED = frozenset(
    [
        "arguments",
        "await",
        "break",
        "case",
        "catch",
        "class",
        "const",
        "continue",
        "debugger",
        "default",
        "delete",
        "do",
        "else",
        "enum",
        "eval",
        "export",
        "extends",
        "false",
        "finally",
        "for",
        "function",
        "if",
        "implements",
        "import",
        "in",
        "instanceof",
        "interface",
        "let",
        "new",
        "null",
        "package",
        "private",
        "protected",
        "public",
        "py",
        "return",
        "static",
        "super",
        "switch",
        "this",
        "throw",
        "true",
        "try",
        "typeof",
        "undefined",
        "var",
        "void",
        "while",
        "with",
        "yield",
        "Array",
        "Boolean",
        "Math",
        "Number",
        "Object",
        "String",
    ]
)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)

Place = tuple[int, int]


def spelled(name: str) -> str:
    """Return a name so that JavaScript takes it for one."""
    return f"{name}$" if name in _RESERVED else name


def is_name(text: str) -> bool:
    return _NAME.fullmatch(text) is not None


class Scope:
    """Names that are known within a function, a lambda or a comprehension, and those around it."""

    def __init__(self, module: Module, outer: "Scope | None" = None, *, is_function: bool = False) -> None:
        self.module = module
        self.outer = outer
        self.is_function = is_function
        self.names: dict[str, str] = {}
        self.kinds: dict[str, Kind] = {}

    def own(self, name: str, kind: Kind = ANY, *, written: str = "") -> None:
        """Take a name for this scope's own; what it is bound to again may also be of another kind."""
        known = self.kinds.get(name)
        self.kinds[name] = kind if known is None else known if known == kind else known | kind
        self.names.setdefault(name, written or spelled(name))

    def find(self, name: str) -> "Scope | None":
        """Return the scope whose own the name is; None where it stands at the top of a module."""
        if name in self.names:
            return self
        return self.outer.find(name) if self.outer is not None else None

    def is_free(self, written: str) -> bool:
        """Say whether no own name of this scope or one around it hides what is written so at the top."""
        if written in self.names.values():
            return False
        return self.outer is None or self.outer.is_free(written)

    def this_is_hidden(self, holder: "Scope") -> bool:
        """Say whether a function that has a ``this`` of its own stands between here and the holder."""
        scope: Scope | None = self
        while scope is not None and scope is not holder:
            if scope.is_function:
                return True
            scope = scope.outer
        return False


def bind(scope: Scope, target: ast.expr, kind: Kind) -> None:
    """Take the names of a target for the scope's own, each with its kind."""
    if isinstance(target, ast.Name):
        scope.own(target.id, kind)
    elif isinstance(target, (ast.Tuple, ast.List)):
        parts = kind.parts if kind.parts is not None and len(kind.parts) == len(target.elts) else None
        for at, each in enumerate(target.elts):
            if isinstance(each, ast.Starred):
                rest = Kind(frozenset({"list"}), each=merged(list(kind.parts)) if kind.parts else kind.each)
                bind(scope, each.value, rest)
            else:
                bind(scope, each, parts[at] if parts else kind.each or ANY)


def names_of(target: ast.expr) -> Iterator[str]:
    for node in ast.walk(target):
        if isinstance(node, ast.Name):
            yield node.id


class Declarations:
    """Where each name of a function is declared: at its only binding (``const``), at its first one (``let``), or
    at the top of the function, because it is read outside the block of its first binding."""

    def __init__(self, function: ast.FunctionDef) -> None:
        arguments = function.args
        self._given = {
            each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
        } | ({arguments.kwarg.arg} if arguments.kwarg is not None else set())
        self._bindings: dict[str, list[tuple[ast.stmt | None, Place, Place]]] = {}
        self._nested = {each.name for each in within(function.body) if isinstance(each, ast.FunctionDef)}
        self._collect(function.body)
        for node in within(function.body):
            if isinstance(node, ast.NamedExpr):
                self._bindings.setdefault(node.target.id, []).insert(0, (None, (0, 0), (0, 0)))
        self._uses: dict[str, list[Place]] = {}
        for statement in function.body:
            for node in ast.walk(statement):
                if isinstance(node, ast.Name):
                    self._uses.setdefault(node.id, []).append((node.lineno, node.col_offset))
        self.at_top = (
            {name for name in self._bindings if not self._is_local(name)} - self._given - self._nested
        )
        self._spread()

    def word(self, statement: ast.stmt, target: ast.expr) -> str:
        """Return what a binding begins with: ``const``, ``let``, or nothing where its names are declared already."""
        names = list(names_of(target))
        if any(not self._begins(name, statement) for name in names):
            return ""
        return "const " if all(len(self._bindings[name]) == 1 for name in names) else "let "

    def _begins(self, name: str, statement: ast.stmt) -> bool:
        return (
            name not in self.at_top
            and name not in self._given
            and name not in self._nested
            and self._bindings[name][0][0] is statement
        )

    def _is_local(self, name: str) -> bool:
        first, begin, end = self._bindings[name][0]
        if first is None:
            return False
        inside = [begin <= place <= end for place in self._uses[name]]
        target = first.target if isinstance(first, ast.For) else None
        if target is not None:
            bound = {
                (each.lineno, each.col_offset) for each in ast.walk(target) if isinstance(each, ast.Name)
            }
            inside = [begin <= place <= end for place in self._uses[name] if place not in bound]
        return all(inside)

    def _spread(self) -> None:
        """What is bound together is declared together."""
        grew = True
        while grew:
            grew = False
            for statement, names in self._together():
                first = all(self._bindings[name][0][0] is statement for name in names)
                mixed = not first or any(name in self.at_top or name in self._given for name in names)
                new = set(names) - self.at_top - self._given
                if mixed and new:
                    self.at_top |= new
                    grew = True

    def _together(self) -> Iterator[tuple[ast.stmt, list[str]]]:
        found: dict[int, tuple[ast.stmt, list[str]]] = {}
        for name, bindings in self._bindings.items():
            for statement, _begin, _end in bindings:
                if statement is not None:
                    found.setdefault(id(statement), (statement, []))[1].append(name)
        return (each for each in found.values() if len(each[1]) > 1)

    def _collect(self, block: list[ast.stmt]) -> None:
        if not block:
            return
        end = _end_of(block[-1])
        for statement in block:
            match statement:
                case ast.Assign(targets=targets):
                    for target in targets:
                        self._note(target, statement, (statement.lineno, statement.col_offset), end)
                case ast.AnnAssign(target=ast.Name() as target):
                    self._note(target, statement, (statement.lineno, statement.col_offset), end)
                case ast.AugAssign(target=ast.Name() as target):
                    self._note(target, statement, (statement.lineno, statement.col_offset), end)
                case ast.For(target=target, body=body):
                    begin = (body[0].lineno, body[0].col_offset)
                    self._note(target, statement, begin, _end_of(body[-1]))
            for name in ("body", "orelse", "finalbody"):
                if not isinstance(statement, ast.FunctionDef):
                    self._collect(getattr(statement, name, []))
            for handler in getattr(statement, "handlers", []):
                self._collect(handler.body)

    def _note(self, target: ast.expr, statement: ast.stmt, begin: Place, end: Place) -> None:
        if isinstance(target, (ast.Attribute, ast.Subscript)):
            return
        for name in names_of(target):
            self._bindings.setdefault(name, []).append((statement, begin, end))


def _end_of(node: ast.stmt) -> Place:
    return node.end_lineno or node.lineno, node.end_col_offset or 0
