"""What jedi says of every name of a project, as lines of JSON that authority.ts reads.

A program of its own: it runs with the jedi of the folder of tools, which this package does not know.
stdin: {root, files, admitted}; files are those to report on, and only what stands in an admitted file is the project's.
"""
import json
import os
import sys

import jedi
import parso

DECLARATION, CALL, IMPORT, EXTRA = 1, 2, 4, 8
SCOPES = ("funcdef", "lambdef", "classdef", "file_input", "sync_comp_for", "comp_for")

asked = json.load(sys.stdin)
root, admitted = asked["root"], set(asked["admitted"])
# A symbol by what makes it one; of methods, where each is.
numbers, methods = {}, {}
trees, scripts = {}, {}


def say(line):
    sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")


def text_of(path):
    with open(os.path.join(root, path), encoding="utf-8", errors="replace", newline="") as file:
        return file.read()


def tree_of(path):
    if path not in trees:
        trees[path] = parso.parse(text_of(path))
    return trees[path]


def enclosing(node, types):
    """The nearest around it; what a definition's own name and decorators stand in is not the definition."""
    child, parent = node, node.parent
    while parent is not None:
        if parent.type in types and not (parent.type in ("funcdef", "classdef") and parent.name is child):
            return parent
        child, parent = parent, parent.parent
    return None


def scope_path(node):
    """Names of the functions and classes around it, outermost first."""
    names, scope = [], enclosing(node, ("funcdef", "classdef"))
    while scope is not None:
        names.insert(0, scope.name.value)
        scope = enclosing(scope.name, ("funcdef", "classdef"))
    return names


def of_self(leaf):
    """Whether it is the `x` of `self.x = …` in a method."""
    if not is_member(leaf):
        return False
    first, second = leaf.parent.parent.children[:2]
    return second is leaf.parent and first.type == "name" and first.value in ("self", "cls")


def is_member(leaf):
    return leaf.parent.type == "trailer" and leaf.parent.children[0] == "."


def describe(leaf):
    """(kind, path of the definition): definitions of one kind and path in a file are one symbol."""
    scope, names = enclosing(leaf, SCOPES), scope_path(leaf)
    parent = leaf.parent
    if parent.type in ("funcdef", "classdef") and parent.name is leaf:
        kind = "function" if parent.type == "funcdef" else "class"
        if scope.type == "classdef":
            return ("method" if kind == "function" else kind), names
        return (kind if scope.type == "file_input" else f"nested {kind}"), names
    if of_self(leaf):
        around = enclosing(leaf, ("classdef",))
        return ("attribute", scope_path(around.name) + [around.name.value]) if around else ("local", names)
    if scope.type == "classdef":
        return "attribute", names
    return ("variable" if scope.type == "file_input" else "local"), names


def in_import(leaf):
    node = leaf.parent
    while node is not None and node.type in ("import_as_names", "import_as_name", "dotted_as_names", "dotted_as_name", "dotted_name"):
        node = node.parent
    return node is not None and node.type in ("import_from", "import_name")


def number_of(path, leaf):
    kind, names = describe(leaf)
    # A local is the one that jedi names; others are one symbol, however often they are assigned.
    at = [leaf.start_pos] if kind == "local" else []
    key = json.dumps([path, kind, names, leaf.value, at])
    if key not in numbers:
        full = ".".join([*names, leaf.value])
        own = {"symbol": len(numbers), "name": leaf.value, "path": full, "kind": kind}
        numbers[key] = {**own, "places": [], "supers": []}
        if kind == "method":
            methods[key] = (path, leaf)
    places = numbers[key]["places"]
    place = [path, leaf.start_pos[0]]
    if place not in places:
        places.append(place)
    return numbers[key]["symbol"]


def project_path(name):
    if name.module_path is None:
        return None
    path = os.path.relpath(name.module_path, root).replace(os.sep, "/")
    return path if path in admitted else None


def targets_of(script, leaf):
    """Numbers of what it means; "foreign" where that is elsewhere or a module, None where jedi does not know."""
    line, column = leaf.start_pos
    try:
        found = script.goto(line, column, follow_imports=True, follow_builtin_imports=False)
    except Exception:  # jedi fails on some constructs in many ways; what it cannot say is not counted
        return None
    targets = set()
    foreign = False
    for name in found:
        path = project_path(name)
        if name.type == "module" or path is None or name.line is None:
            foreign = True
            continue
        # At its very start it would be the leaf before that is answered.
        target = tree_of(path).get_leaf_for_position((name.line, name.column + 1))
        if target is None or target.type != "name" or target.value != name.name:
            continue
        # An import that leads nowhere is itself the answer.
        if not in_import(target):
            targets.add(number_of(path, target))
    return sorted(targets) or ("foreign" if foreign else None)


def script_of(path):
    if path not in scripts:
        scripts[path] = jedi.Script(text_of(path), path=os.path.join(root, path), project=project)
    return scripts[path]


def bases_of(path, node):
    """(path, class) of each class of the project that it names as its base."""
    arguments = node.get_super_arglist()
    for base in [] if arguments is None else getattr(arguments, "children", [arguments]):
        leaf = base.get_last_leaf()
        if leaf.type != "name":
            continue
        try:
            found = script_of(path).goto(*leaf.start_pos, follow_imports=True)
        except Exception:  # as in targets_of
            continue
        for name in found:
            at = project_path(name)
            if at is not None and name.type == "class":
                yield at, tree_of(at).get_leaf_for_position((name.line, name.column + 1)).parent


def overridden(path, node, name, seen):
    """Leaves of the nearest methods of this name in what the class is derived from."""
    for at, base in bases_of(path, node):
        if (at, base.start_pos) in seen or base.type != "classdef":
            continue
        seen.add((at, base.start_pos))
        own = [one.name for one in base.iter_funcdefs() if one.name.value == name]
        if own:
            yield at, own[0]
        else:
            yield from overridden(at, base, name, seen)


def add_supers():
    waiting = list(methods)
    while waiting:
        key = waiting.pop()
        path, leaf = methods[key]
        found = overridden(path, enclosing(leaf, ("classdef",)), leaf.value, set())
        known = set(methods)
        numbers[key]["supers"] = sorted({number_of(at, one) for at, one in found})
        waiting += set(methods) - known


def is_call(leaf):
    after = leaf.get_next_leaf()
    return after is not None and after == "(" and after.parent.type == "trailer"


def is_key(leaf):
    """The name of an argument: `f(name=…)`."""
    return leaf.parent.type == "argument" and leaf.parent.children[0] is leaf and leaf.parent.children[1] == "="


def column_of(leaf, lines):
    """In UTF-16 units."""
    line, column = leaf.start_pos
    return len(lines[line - 1][:column].encode("utf-16-le", "surrogatepass")) // 2


def names_in(node):
    if node.type == "name":
        yield node
    for child in getattr(node, "children", ()):
        yield from names_in(child)


def report(path):
    lines = parso.split_lines(text_of(path))
    script = script_of(path)
    occurrences = []
    for leaf in names_in(tree_of(path)):
        if is_key(leaf):
            continue
        imported = in_import(leaf)
        declares = leaf.is_definition() and not imported
        flags = IMPORT if imported else DECLARATION if declares else CALL if is_call(leaf) else 0
        # Of `other.x = …` jedi answers the place itself, not whose attribute that is.
        silent = declares and is_member(leaf) and not of_self(leaf)
        meant = None if silent else [number_of(path, leaf)] if declares else targets_of(script, leaf)
        occurrences.append([leaf.start_pos[0], column_of(leaf, lines), leaf.value, flags, meant])
    say({"path": path, "occurrences": occurrences})


sys.setrecursionlimit(5000)
folders = sorted({"", *asked.get("sources", ())})
project = jedi.Project(root, added_sys_path=[os.path.join(root, one) for one in folders], load_unsafe_extensions=False)
for file_path in asked["files"]:
    report(file_path)
add_supers()
for found_symbol in numbers.values():
    say({**found_symbol, "places": sorted(found_symbol["places"])})
