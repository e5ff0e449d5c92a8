"""What Python's own import machinery finds for every import statement of a project's files, without running any of them.

stdin: {root, admitted}; stdout: {files: {path: [path]}, unresolved: {path: [specifier]}, neutral: {path: [path]}}. Modules are sought by
importlib.machinery.PathFinder on the folders that hold outermost packages, and on the folder of the file, as for a script.
"""
import ast
import importlib.machinery
import json
import os
import sys

request = json.load(sys.stdin)
root = os.path.realpath(request["root"])
admitted = set(request["admitted"])
finder = importlib.machinery.PathFinder


def roots():
    """Folders from which outermost packages are imported."""
    found = {root}
    for path in admitted:
        folder, name = os.path.split(path)
        if name == "__init__.py" and f"{os.path.dirname(folder)}/__init__.py".lstrip("/") not in admitted:
            found.add(os.path.join(root, os.path.dirname(folder)))
    return sorted(found, key=lambda folder: (len(folder), folder))


ROOTS = roots()
cache = {}


def file_of(name, path):
    """(files, whether it is a package and where it is sought) of a whole dotted name, None where there is none."""
    places = path
    spec = None
    prefix = ""
    for part in name.split("."):
        prefix = part if prefix == "" else f"{prefix}.{part}"
        key = (prefix, tuple(places))
        if key not in cache:
            # By its last part alone: a whole name asks for its parent among the modules that were run.
            cache[key] = finder.find_spec(part, places)
        spec = cache[key]
        if spec is None:
            return None
        places = list(spec.submodule_search_locations or [])
    return spec


def relative(spec):
    if spec is None or not spec.has_location:
        return None
    path = os.path.relpath(os.path.realpath(spec.origin), root)
    return None if path.startswith("..") else path


def is_inside_package(folder):
    """Whether it, or a folder around it, has an __init__.py: a folder without one inside of a package is a part of it."""
    while folder:
        if f"{folder}/__init__.py" in admitted:
            return True
        folder = os.path.dirname(folder)
    return False


def package_of(path):
    """Dotted name of the package of a file, and the folder that its outermost one is in."""
    folder = os.path.dirname(path)
    parts = []
    while folder and is_inside_package(folder):
        parts.insert(0, os.path.basename(folder))
        folder = os.path.dirname(folder)
    return ".".join(parts), os.path.join(root, folder)


def read(path):
    found, open_, outer = set(), set(), set()
    with open(os.path.join(root, path), "rb") as file:
        try:
            tree = ast.parse(file.read())
        except (SyntaxError, ValueError):
            return None
    package, base = package_of(path)
    search = [base, os.path.join(root, os.path.dirname(path))] + ROOTS if package == "" else [base] + ROOTS

    def add(name, places):
        spec = file_of(name, places)
        target = relative(spec)
        if target is not None:
            found.add(target)
        # The packages around it are run as well; whether they are told is left open.
        parts = name.split(".")
        for length in range(1, len(parts)):
            around = relative(file_of(".".join(parts[:length]), places))
            if around is not None:
                outer.add(around)
        return spec

    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if add(alias.name, search) is None:
                    open_.add(alias.name)
        elif isinstance(node, ast.ImportFrom):
            name, places = node.module or "", search
            if node.level > 0:
                parts = package.split(".") if package else []
                if node.level - 1 > len(parts) or not parts:
                    open_.add("." * node.level + name)
                    continue
                parts = parts[: len(parts) - node.level + 1]
                name, places = ".".join(parts + ([name] if name else [])), [base]
            spec = add(name, places) if name else None
            if spec is None:
                open_.add(name)
                continue
            if spec.submodule_search_locations is not None:
                for alias in node.names:
                    add(f"{name}.{alias.name}", places)
    found.discard(path)
    return sorted(found), sorted(open_), sorted(outer)


files, unresolved, neutral = {}, {}, {}
for path in sorted(one for one in admitted if one.endswith(".py")):
    said = read(path)
    if said is not None:
        files[path], unresolved[path], neutral[path] = said
json.dump({"files": files, "unresolved": unresolved, "neutral": neutral, "mains": None}, sys.stdout)
