"""The engines' sources as trees: which names a module has, and what each of them stands for.

Knows: modules of this project, their imports and what they define at their top.
Does not know: JavaScript, and what a game needs.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

PROJECT = "cacho_tournaments"
_ROOT = Path(__file__).parents[3]

Function = ast.FunctionDef | ast.Lambda


class Untranslatable(Exception):
    """A construct of Python that has no JavaScript here; the message says where it stands."""

    def __init__(self, module: str, line: int, construct: str) -> None:
        super().__init__(f"{module}, line {line}: {construct}")
        self.module = module
        self.line = line
        self.construct = construct


class Key(NamedTuple):
    """A name at the top of a module."""

    module: str
    name: str


class Elsewhere(NamedTuple):
    """A name of Python itself or of its library: ``itertools.combinations``."""

    name: str


class Whole(NamedTuple):
    """A module that goes by a name."""

    module: str


Meaning = Key | Elsewhere | Whole


@dataclass(frozen=True)
class Definition:
    """What stands at the top of a module under one name: a function, a class, or a value that is worked out once."""

    key: Key
    node: ast.stmt

    @property
    def value(self) -> ast.expr | None:
        return self.node.value if isinstance(self.node, (ast.Assign, ast.AnnAssign)) else None


class Module:
    """One source file."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.tree = ast.parse(text)
        self.imports: dict[str, Meaning] = {}
        self.definitions: dict[str, Definition] = {}
        for node in self.tree.body:
            self._read(node)

    def meaning(self, name: str) -> Meaning | None:
        """Return what a name at the top stands for; None where it has none, as names of Python itself."""
        if name in self.definitions:
            return Key(self.name, name)
        return self.imports.get(name)

    def refused(self, node: ast.AST, construct: str) -> Untranslatable:
        """Return the refusal of a construct where it stands."""
        return Untranslatable(self.name, getattr(node, "lineno", 0), construct)

    def _read(self, node: ast.stmt) -> None:
        match node:
            case ast.ImportFrom(module=str(source)):
                for alias in node.names:
                    self.imports[alias.asname or alias.name] = _imported(source, alias.name)
            case ast.Import():
                for alias in node.names:
                    self.imports[alias.asname or alias.name] = Elsewhere(alias.name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                self._define(name, node)
            case ast.AnnAssign(target=ast.Name(id=name)) if node.value is not None:
                self._define(name, node)
            case ast.Assign(targets=[ast.Name(id=name)]):
                self._define(name, node)
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                if len(names) != len(values):
                    raise self.refused(node, "as many names as values")
                for each, value in zip(names, values, strict=True):
                    assert isinstance(each, ast.Name)
                    self._define(each.id, ast.copy_location(ast.Assign([each], value), node))
            case ast.Expr(value=ast.Constant(value=str())):
                pass
            case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):
                pass
            case _:
                raise self.refused(node, f"{type(node).__name__} at the top of a module")

    def _define(self, name: str, node: ast.stmt) -> None:
        if name in self.definitions:
            raise self.refused(node, f"{name} is defined twice")
        self.definitions[name] = Definition(Key(self.name, name), node)


def _imported(source: str, name: str) -> Meaning:
    if not source.startswith(PROJECT):
        return Elsewhere(f"{source}.{name}")
    as_module = f"{source}.{name}"
    return Whole(as_module) if _path_of(as_module) is not None else Key(source, name)


def _path_of(module: str) -> Path | None:
    path = _ROOT.joinpath(*module.split("."))
    for each in (path.with_suffix(".py"), path / "__init__.py"):
        if each.is_file():
            return each
    return None


class Sources:
    """All modules that were asked for, read once. ``given`` are texts that stand in for files."""

    def __init__(self, given: dict[str, str] | None = None) -> None:
        self._modules = {name: Module(name, text) for name, text in (given or {}).items()}

    def module(self, name: str) -> Module:
        if name not in self._modules:
            path = _path_of(name)
            if path is None:
                raise Untranslatable(name, 0, "a module that is not there")
            self._modules[name] = Module(name, path.read_text(encoding="utf-8"))
        return self._modules[name]

    def definition(self, key: Key) -> Definition:
        """Return what a name stands for, through whatever modules only hand it on."""
        module = self.module(key.module)
        if key.name in module.definitions:
            return module.definitions[key.name]
        meaning = module.imports.get(key.name)
        if not isinstance(meaning, Key):
            raise Untranslatable(key.module, 0, f"{key.name} is not there")
        return self.definition(meaning)

    def resolve(self, module: Module, node: ast.expr) -> Meaning | None:
        """Return what ``name`` or ``module.name`` stands for at the top of a module."""
        if isinstance(node, ast.Name):
            meaning = module.meaning(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            meaning = module.meaning(node.value.id)
            if isinstance(meaning, Whole):
                meaning = Key(meaning.module, node.attr)
            elif isinstance(meaning, Elsewhere):
                meaning = Elsewhere(f"{meaning.name}.{node.attr}")
            else:
                return None
        else:
            return None
        return self.definition(meaning).key if isinstance(meaning, Key) else meaning


def bound_in(function: Function) -> set[str]:
    """Return the names that are a function's own: its parameters and whatever is bound in it."""
    arguments = function.args
    own = {each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    own |= {each.arg for each in (arguments.vararg, arguments.kwarg) if each is not None}
    body = function.body if isinstance(function.body, list) else [function.body]
    for node in within(body):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.FunctionDef(name=name):
                own.add(name)
            case ast.ExceptHandler(name=str(caught)):
                own.add(caught)
    return own


def within(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield every node of a function's body but not those of functions inside it, nor targets of comprehensions."""
    for node in body:
        yield node
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            continue
        if isinstance(node, ast.comprehension):
            yield from within([node.iter, *node.ifs])
        else:
            yield from within(ast.iter_child_nodes(node))


@dataclass(frozen=True)
class Shape:
    """How a function is called: its parameters in order, without the one that is the object itself."""

    names: tuple[str, ...]
    defaults: dict[str, ast.expr]
    gathers: str = ""  # the name of ``**facts``


def shape_of(node: Function, *, bound: bool) -> Shape:
    """Return how a function is called; ``bound``: its first parameter is the object."""
    arguments = node.args
    positional = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
    defaults = dict(
        zip(
            positional[len(positional) - len(arguments.defaults) :],
            arguments.defaults,
            strict=True,
        )
    )
    for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if default is not None:
            defaults[each.arg] = default
    names = [*positional, *(each.arg for each in arguments.kwonlyargs)]
    gathers = arguments.kwarg.arg if arguments.kwarg is not None else ""
    return Shape(tuple(names[1:] if bound else names), defaults, gathers)


class Class:
    """A class with what a translation asks of it: what kind it is, its fields, its methods, its bases."""

    def __init__(self, sources: Sources, definition: Definition) -> None:
        assert isinstance(definition.node, ast.ClassDef)
        self.key, self.node = definition.key, definition.node
        self.module = sources.module(definition.key.module)
        self._sources = sources
        self.methods = {each.name: each for each in self.node.body if isinstance(each, ast.FunctionDef)}

    @cached_property
    def bases(self) -> list[Meaning]:
        found = []
        for node in self.node.bases:
            named = node.value if isinstance(node, ast.Subscript) else node
            meaning = self._sources.resolve(self.module, named)
            if meaning is None and isinstance(named, ast.Name):
                meaning = Elsewhere(named.id)
            if meaning is None:
                raise self.module.refused(node, "a base that is no name")
            found.append(meaning)
        return [each for each in found if each not in (Elsewhere("abc.ABC"), Elsewhere("typing.Generic"))]

    @cached_property
    def base(self) -> "Class | None":
        keys = [each for each in self.bases if isinstance(each, Key)]
        if len(self.bases) > 1:
            raise self.module.refused(self.node, "more than one base")
        return Class(self._sources, self._sources.definition(keys[0])) if keys else None

    @cached_property
    def kind(self) -> str:
        """Return ``enum``, ``tuple`` (a named one), ``record`` (a dataclass), ``error`` or ``plain``."""
        if Elsewhere("enum.Enum") in self.bases:
            return "enum"
        if Elsewhere("typing.NamedTuple") in self.bases:
            return "tuple"
        if self.node.decorator_list:
            return "record"
        if Elsewhere("Exception") in self.bases or (self.base is not None and self.base.kind == "error"):
            return "error"
        if self.bases and self.base is None:
            raise self.module.refused(self.node, "a base of the library")
        return "plain"

    @cached_property
    def fields(self) -> list[ast.AnnAssign]:
        return [each for each in self.node.body if isinstance(each, ast.AnnAssign)]

    def method(self, name: str) -> tuple["Class", ast.FunctionDef] | None:
        """Return a method and the class that has it, this one or a base."""
        if name in self.methods:
            return self, self.methods[name]
        return self.base.method(name) if self.base is not None else None

    def annotation(self, name: str) -> tuple[Module, ast.expr] | None:
        """Return how a field is annotated, or what a property or a method returns."""
        for field in self.fields:
            if isinstance(field.target, ast.Name) and field.target.id == name:
                return self.module, field.annotation
        if name in self.methods and (returns := self.methods[name].returns) is not None:
            return self.module, returns
        return self.base.annotation(name) if self.base is not None else None


def field_option(field: ast.AnnAssign, name: str) -> ast.expr | None:
    """Return what ``field(name=...)`` of a dataclass says."""
    value = field.value
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "field":
        return next((each.value for each in value.keywords if each.arg == name), None)
    return None


def is_false(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is False


def is_property(node: ast.FunctionDef) -> bool:
    return any(isinstance(each, ast.Name) and each.id == "property" for each in node.decorator_list)
