# The definitions of Python files that may be edited, as one JSON list: functions, classes, methods, and variables of modules and
# classes. Offsets are 0-based in UTF-16 units.
# usage: python3 python-candidates.py ROOT < paths, one a line
import ast
import json
import os
import sys

root = sys.argv[1]


class Text:
    def __init__(self, source):
        self.source = source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line.encode("utf-16-le")) // 2)
        self.lines = source.splitlines(keepends=True)

    def at(self, line, column):
        before = self.lines[line - 1].encode()[:column].decode()
        return self.starts[line - 1] + len(before.encode("utf-16-le")) // 2

    def start(self, node):
        return self.at(node.lineno, node.col_offset)

    def end(self, node):
        return self.at(node.end_lineno, node.end_col_offset)


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def name_of(node):
    if isinstance(node, FUNCTIONS + (ast.ClassDef,)):
        return node.name
    target = None
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target = node.targets[0]
    if isinstance(node, ast.AnnAssign):
        target = node.target
    return target.id if isinstance(target, ast.Name) else None


def name_start(text, node):
    """Where the name stands: behind `def`, `async def` or `class`, or at the start of an assignment."""
    if not isinstance(node, FUNCTIONS + (ast.ClassDef,)):
        return node.lineno, text.start(node)
    line = node.lineno
    written = text.lines[line - 1].encode()[node.col_offset :].decode()
    return line, text.start(node) + written.index(node.name, len("class" if isinstance(node, ast.ClassDef) else "def"))


# A required parameter of a type that no caller gives, as in the other languages: without one, whatever the first argument is fits.
ADDED = 'zz_added: "frozenset[frozenset[memoryview]]"'


def parameter_of(text, node, owner):
    """A parameter without a default in front of all others but `self`."""
    if not isinstance(node, FUNCTIONS):
        return None
    decorators = {ast.unparse(one) for one in node.decorator_list}
    if any("property" in one or "setter" in one or "overload" in one for one in decorators):
        return None
    taken = node.args.posonlyargs + node.args.args
    if owner is not None and "staticmethod" not in decorators:
        return {"at": text.end(taken[0]), "text": f", {ADDED}"} if taken else None
    if taken:
        return {"at": text.start(taken[0]), "text": f"{ADDED}, "}
    line, at = name_start(text, node)
    rest = text.lines[line - 1]
    open_at = rest.index("(", rest.index(node.name)) + 1
    has_more = node.args.vararg or node.args.kwonlyargs or node.args.kwarg
    return {"at": text.starts[line - 1] + open_at, "text": ADDED + (", " if has_more else "")}


def candidates_in(path):
    with open(os.path.join(root, path), encoding="utf-8", newline="") as file:
        source = file.read()
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return
    text = Text(source)
    yield from inside(path, text, tree, None)


def attributes_set(around):
    """Places that set an attribute of `self` or `cls` inside a class."""
    return [
        one
        for one in ast.walk(around)
        if isinstance(one, ast.Attribute)
        and isinstance(one.ctx, ast.Store)
        and isinstance(one.value, ast.Name)
        and one.value.id in ("self", "cls")
    ]


def set_once(path, text, around, owner, names):
    """Fields that a class has because one of its methods sets them, once: they are renamed there."""
    attributes = [one.attr for one in attributes_set(around)]
    for one in ast.walk(around):
        target = one.targets[0] if isinstance(one, ast.Assign) and len(one.targets) == 1 else getattr(one, "target", None)
        is_own = isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self"
        if not isinstance(one, (ast.Assign, ast.AnnAssign)) or not is_own:
            continue
        if attributes.count(target.attr) != 1 or target.attr in names or target.attr.startswith("__"):
            continue
        yield {
            "path": path,
            "name": target.attr,
            "symbol": f"{owner}.{target.attr}",
            "kind": "field",
            "line": target.end_lineno,
            "nameStart": text.end(target) - len(target.attr),
            "start": text.start(one),
            "end": text.end(one),
            "isOnly": False,
            "parameter": None,
            "moveTo": None,
        }


def slots_of(around):
    """Names that a class keeps room for by `__slots__`, which declare them a second time."""
    written = [one.value for one in around.body if isinstance(one, ast.Assign) and name_of(one) == "__slots__"]
    return [one.value for value in written for one in ast.walk(value) if isinstance(one, ast.Constant)]


def inside(path, text, around, owner):
    names = [name_of(one) for one in around.body]
    set_too = [] if owner is None else [one.attr for one in attributes_set(around)]
    for node, name in zip(around.body, names):
        # What is defined more than once is not gone with one of its definitions; what Python calls by itself has no other name.
        if name is None or names.count(name) > 1 or name in set_too or name.startswith("__"):
            continue
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
        line, at = name_start(text, node)
        start = text.start(node) if first == node.lineno else text.at(first, node.col_offset)
        kind = "class" if isinstance(node, ast.ClassDef) else "function" if isinstance(node, FUNCTIONS) else "variable"
        kind = {"function": "method", "variable": "field", "class": "class"}[kind] if owner else kind
        is_only = len(around.body) > 1
        moves = owner is None and is_only and isinstance(node, FUNCTIONS + (ast.ClassDef,)) and not name.startswith("_")
        yield {
            "path": path,
            "name": name,
            "symbol": name if owner is None else f"{owner}.{name}",
            "kind": kind,
            "line": line,
            "nameStart": at,
            "start": start,
            "end": text.end(node),
            "isOnly": is_only,
            "parameter": parameter_of(text, node, owner),
            "moveTo": {"path": os.path.join(os.path.dirname(path), "zz_moved.py"), "head": ""} if moves else None,
        }
        if isinstance(node, ast.ClassDef) and owner is None:
            yield from inside(path, text, node, name)
            yield from set_once(path, text, node, name, [*(name_of(one) for one in node.body), *slots_of(node)])


found = []
for path in sys.stdin.read().splitlines():
    found.extend(candidates_in(path))
json.dump(found, sys.stdout)
