"""What clang says of every name of a C or C++ project, as lines of JSON that authority.ts reads.

A program of its own: it runs with the libclang of the folder of tools, which this package does not know.
stdin: {authority, root, files, admitted, tools}; authority is clang or clang++, for a project of C or of C++; files are those to report on, and only what stands in an admitted file is the project's.

Each source is parsed with the flags of `compile/NAME/compile_commands.json` in the folder of tools, or, where none are known for
it, with those of `compile_flags.txt` there, or with the project's usual header folders. A header is read as the first source has it that includes it. What the preprocessor
left out, and the bodies of macros, have no meaning in any syntax tree: of names there nothing is said.
"""
import collections
import ctypes
import glob
import json
import os
import re
import shlex
import sys

asked = json.load(sys.stdin)
root, tools, admitted = os.path.realpath(asked["root"]), asked["tools"], set(asked["admitted"])
sys.path.insert(0, os.path.join(tools, "libclang"))
from clang import cindex  # noqa: E402
from clang.cindex import CursorKind, TokenKind  # noqa: E402

DECLARATION, CALL = 1, 2
CPP_SOURCES = (".cc", ".cpp", ".cxx")
SOURCES = (".c", *CPP_SOURCES)
KINDS = {
    CursorKind.FUNCTION_DECL: "function",
    CursorKind.FUNCTION_TEMPLATE: "function",
    CursorKind.CXX_METHOD: "method",
    CursorKind.CONVERSION_FUNCTION: "method",
    CursorKind.FIELD_DECL: "field",
    CursorKind.VAR_DECL: "variable",
    CursorKind.PARM_DECL: "local",
    CursorKind.STRUCT_DECL: "struct",
    CursorKind.CLASS_DECL: "class",
    CursorKind.CLASS_TEMPLATE: "class",
    CursorKind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION: "class",
    CursorKind.UNION_DECL: "union",
    CursorKind.ENUM_DECL: "enum",
    CursorKind.ENUM_CONSTANT_DECL: "enum member",
    CursorKind.TYPEDEF_DECL: "type",
    CursorKind.TYPE_ALIAS_DECL: "type",
    CursorKind.TYPE_ALIAS_TEMPLATE_DECL: "type",
    CursorKind.CONCEPT_DECL: "concept",
    CursorKind.MACRO_DEFINITION: "macro",
    CursorKind.LABEL_STMT: "local",
    CursorKind.TEMPLATE_TYPE_PARAMETER: "local",
    CursorKind.TEMPLATE_NON_TYPE_PARAMETER: "local",
    CursorKind.TEMPLATE_TEMPLATE_PARAMETER: "local",
}
INCLUDE = re.compile(rb"\s*#\s*include")
CLASSES = {"struct", "class", "union"}
FUNCTIONS = {"function", "method"}

lib = cindex.conf.lib
lib.clang_getFileLocation.argtypes = lib.clang_getInstantiationLocation.argtypes
lib.clang_getOverriddenCursors.argtypes = [
    cindex.Cursor,
    ctypes.POINTER(ctypes.POINTER(cindex.Cursor)),
    ctypes.POINTER(ctypes.c_uint),
]
lib.clang_getCursorReferenceNameRange.argtypes = [cindex.Cursor, ctypes.c_uint, ctypes.c_uint]
lib.clang_getCursorReferenceNameRange.restype = cindex.SourceRange
# CXNameRange_WantSinglePiece: of `a.x` the `x`.
NAME_ALONE = 4

paths, texts = {}, {}


def path_of(name):
    """Of a file as clang names it, in the project; None outside of it."""
    if name not in paths:
        path = os.path.relpath(os.path.realpath(name), root).replace(os.sep, "/")
        paths[name] = path if path in admitted else None
    return paths[name]


def lines_of(path):
    if path not in texts:
        with open(os.path.join(root, path), "rb") as file:
            texts[path] = file.read().split(b"\n")
    return texts[path]


def place_of(location):
    """(path, line, byte column from 1) where the text stands that was written: of a macro's argument that of the argument."""
    file, line, column, offset = ctypes.c_void_p(), ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint()
    handle = cindex.c_object_p()
    lib.clang_getFileLocation(
        location, ctypes.byref(handle), ctypes.byref(line), ctypes.byref(column), ctypes.byref(offset)
    )
    if not handle:
        return None
    path = path_of(cindex.File(handle).name)
    return None if path is None else (path, line.value, column.value)


def stands_at(name, place):
    path, line, column = place
    lines = lines_of(path)
    if line > len(lines):
        return False
    text, own = lines[line - 1][column - 1 :], name.encode()
    return text.startswith(own) and not (text[len(own) : len(own) + 1] + b" ")[:1].isalnum() and text[len(own) : len(own) + 1] != b"_"


# By USR: what is known of the symbol. By place and USR: of one of several that have one USR, as two programs' `main` do.
class Symbol:
    def __init__(self, name, path, kind):
        self.name, self.path, self.kind = name, path, kind
        self.definitions, self.declarations, self.supers = set(), set(), set()


symbols = {}
# (path, line, column) → [name, flags, {(usr, place of the definition or None)} or "foreign"]
occurrences = collections.defaultdict(dict)
read, failed, unread = set(), {}, set()


def origin_of(cursor):
    """The member of a template that an instance's member was made from, over any number of steps."""
    above = lib.clang_getSpecializedCursorTemplate(cursor)
    return cursor if above is None or above.kind.is_invalid() or above == cursor else origin_of(above)


def name_of(cursor):
    return cursor.spelling.split("<")[0]


def kind_of(cursor):
    kind = KINDS.get(cursor.kind)
    if kind == "variable":
        parent = cursor.semantic_parent
        if parent is not None and KINDS.get(parent.kind) in FUNCTIONS:
            return "local"
        if parent is not None and KINDS.get(parent.kind) in CLASSES:
            return "field"
    return kind


def full_name(cursor):
    names, at = [name_of(cursor)], cursor.semantic_parent
    while at is not None and (KINDS.get(at.kind) in CLASSES or at.kind == CursorKind.ENUM_DECL):
        if at.spelling and not at.is_anonymous():
            names.insert(0, name_of(at))
        at = at.semantic_parent
    return ".".join(names)


def key_of(cursor):
    """(USR, place of the definition) of a symbol of the project; "foreign" of another's, None of what is no symbol."""
    if cursor is None or cursor.kind.is_invalid():
        return None
    if cursor.kind in (CursorKind.NAMESPACE, CursorKind.NAMESPACE_ALIAS):
        return "foreign"
    if cursor.kind in (CursorKind.CONSTRUCTOR, CursorKind.DESTRUCTOR):
        # As of a class that is called in other languages: what is made is one of the class.
        return key_of(cursor.semantic_parent)
    if cursor.kind == CursorKind.TYPEDEF_DECL:
        # `typedef struct Store Store`: the typedef and the struct count as one definition.
        named = cursor.underlying_typedef_type.get_declaration()
        if named.spelling == cursor.spelling and named.kind != CursorKind.TYPEDEF_DECL:
            return key_of(named)
    cursor = origin_of(cursor)
    kind = kind_of(cursor)
    if kind is None:
        return None
    place = place_of(cursor.location)
    if place is None:
        return "foreign"
    name = name_of(cursor)
    if not name or not stands_at(name, place):
        # Made by a macro: no name that was written declares it.
        return None
    # Of macros and types in headers clang's own key says whether the header counts as a system's, which differs between sources.
    usr = json.dumps([kind, *place]) if kind in ("macro", "type") else cursor.get_usr() or json.dumps(place)
    known = symbols.setdefault(usr, Symbol(name, full_name(cursor), kind))
    definition = cursor if cursor.is_definition() or kind in ("macro", "local", "field", "enum member", "type") else cursor.get_definition()
    at = None if definition is None else place_of(definition.location)
    if at is not None and stands_at(name, at):
        known.definitions.add(at)
    else:
        at = None
    known.declarations.add(place)
    if kind == "method":
        note_supers(cursor, known)
    return usr, at


noted = set()


def note_supers(cursor, symbol):
    usr = cursor.get_usr()
    if usr in noted:
        return
    noted.add(usr)
    above, count = ctypes.POINTER(cindex.Cursor)(), ctypes.c_uint()
    lib.clang_getOverriddenCursors(cursor, ctypes.byref(above), ctypes.byref(count))
    for at in range(count.value):
        one = above[at]
        one._tu = cursor._tu
        key = key_of(one)
        if isinstance(key, tuple):
            symbol.supers.add(key)


def note(place, name, flags, key):
    if key is None or place is None or not stands_at(name, place):
        return
    entry = occurrences[place[0]].setdefault(place[1:], [name, 0, set(), False])
    entry[1] |= flags
    if key == "foreign":
        entry[3] = True
    else:
        entry[2].add(key)


def referenced(cursor):
    if cursor.kind == CursorKind.OVERLOADED_DECL_REF:
        return [lib.clang_getOverloadedDecl(cursor, at) for at in range(lib.clang_getNumOverloadedDecls(cursor))]
    found = cursor.referenced
    return [] if found is None or found == cursor else [found]


def visit(cursor, allowed):
    """What a node and all below it name. Nodes of files outside `allowed` were read before, or are of no interest."""
    place = place_of(cursor.location)
    own = KINDS.get(cursor.kind)
    is_maker = cursor.kind == CursorKind.CONSTRUCTOR
    if cursor.kind.is_declaration() and (own is not None or is_maker) or cursor.kind == CursorKind.MACRO_DEFINITION:
        note(place, name_of(cursor), DECLARATION, key_of(cursor))
    elif cursor.kind.is_reference() or cursor.kind.is_expression() or cursor.kind == CursorKind.MACRO_INSTANTIATION:
        for one in referenced(cursor):
            key = key_of(one)
            note(place, name_of(one), 0, key)
            # `a.x` and `A::x` begin before the name.
            if cursor.kind in (CursorKind.MEMBER_REF_EXPR, CursorKind.DECL_REF_EXPR) and place is not None:
                name_at = name_place(cursor)
                if name_at is not None and name_at != place:
                    note(name_at, name_of(one), 0, key)


def name_place(cursor):
    return place_of(lib.clang_getCursorReferenceNameRange(cursor, NAME_ALONE, 0).start)


def walk(unit, allowed):
    """Every node of the files `allowed`; what else is included is passed over."""
    def is_read(cursor):
        place = place_of(cursor.location)
        return place is not None and place[0] in allowed

    waiting = [one for one in unit.cursor.get_children() if is_read(one)]
    while waiting:
        cursor = waiting.pop()
        visit(cursor, allowed)
        waiting.extend(cursor.get_children())


def commands():
    """Flags by path of the source, from the build's own list of commands."""
    flags = {}
    listed = os.path.join(tools, "compile", os.path.basename(root), "compile_commands.json")
    if not os.path.exists(listed):
        return flags
    with open(listed, encoding="utf-8") as file:
        for one in json.load(file):
            path = path_of(os.path.join(one["directory"], one["file"]))
            if path is None:
                continue
            words = one.get("arguments") or shlex.split(one["command"])
            kept, skip = [], False
            for word in words[1:]:
                if skip:
                    skip = False
                elif word in ("-o", "-MF", "-MT", "-MQ"):
                    skip = True
                elif word not in ("-c", "-MD", "-MMD", "--") and os.path.join(one["directory"], word) != os.path.join(one["directory"], one["file"]):
                    kept.append(word)
            flags.setdefault(path, [f"-working-directory={one['directory']}", *kept])
    return flags


def plain_flags():
    """Of sources that the build's list does not have: clang's own file of flags, beside that list; else the usual folders."""
    listed = os.path.join(tools, "compile", os.path.basename(root), "compile_flags.txt")
    if os.path.exists(listed):
        with open(listed, encoding="utf-8") as file:
            return [f"-working-directory={root}", *file.read().split()]
    folders = [one for one in ("", "include", "src", "lib") if os.path.isdir(os.path.join(root, one))]
    return [f"-I{os.path.join(root, one)}" for one in folders]


def parse(path, flags, fallback):
    std = ["-x", "c++", "-std=c++17"] if path.endswith(CPP_SOURCES) else ["-x", "c", "-std=gnu11"]
    known = flags.get(path)
    arguments = [*(known or [*std, "-D_GNU_SOURCE", f"-I{os.path.dirname(os.path.join(root, path))}", *fallback]), *builtin, "-ferror-limit=0", "-w"]
    return index.parse(os.path.join(root, path), args=arguments, options=cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)


def names_in(path, unit):
    """Every identifier that is written in a file, with whether it is called."""
    file = unit.get_file(os.path.join(root, path))
    if file is None:
        return
    size = os.path.getsize(os.path.join(root, path))
    start = cindex.SourceLocation.from_offset(unit, file, 0)
    end = cindex.SourceLocation.from_offset(unit, file, size)
    before = None
    for token in unit.get_tokens(extent=cindex.SourceRange.from_locations(start, end)):
        if before is not None:
            yield (*before, token.spelling == "(")
        before = None
        if token.kind == TokenKind.IDENTIFIER:
            location = token.location
            text = lines_of(path)[location.line - 1]
            # `# define`, and what `# include` names.
            if not text[: location.column - 1].strip(b" \t") == b"#" and not INCLUDE.match(text):
                before = (token.spelling, location.line, location.column)
    if before is not None:
        yield (*before, False)


identifiers = {}


def read_unit(path, flags, fallback):
    unit = parse(path, flags, fallback)
    errors = [one for one in unit.diagnostics if one.severity >= cindex.Diagnostic.Error]
    if errors:
        failed[path] = f"{len(errors)}: {errors[0].spelling}"
    included = {path} | {path_of(one.include.name) for one in unit.get_includes()}
    fresh = {one for one in included if one is not None and one not in read}
    walk(unit, fresh)
    for one in fresh:
        identifiers[one] = list(names_in(one, unit))
    read.update(fresh)


def column_of(path, line, column):
    """From clang's bytes to UTF-16 units from 0."""
    return len(lines_of(path)[line - 1][: column - 1].decode("utf-8", "replace").encode("utf-16-le")) // 2


numbers, described = {}, []


def number_of(usr, at):
    """Of one of several definitions that have one USR, each its own symbol; declarations alone are one."""
    symbol = symbols[usr]
    several = len(symbol.definitions) > 1 and symbol.kind != "field"
    if several and at is None:
        return sorted(number_of(usr, one)[0] for one in symbol.definitions)
    key = (usr, at if several else None)
    if key not in numbers:
        numbers[key] = len(numbers)
        defined = {at} if several else symbol.definitions
        # What only declares it ahead, as `class Store;` does, comes last.
        ordered = [*sorted(defined), *sorted(symbol.declarations - symbol.definitions)]
        described.append((numbers[key], symbol, list(dict.fromkeys((path, line) for path, line, _ in ordered))))
    return [numbers[key]]


def meaning_of(keys, foreign):
    own = sorted({number for usr, at in keys for number in number_of(usr, at)})
    return own or ("foreign" if foreign else None)


def say(line):
    sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")


index = cindex.Index.create()
gcc = sorted(glob.glob("/usr/lib/gcc/*/*/include"))
builtin = ["-isystem", gcc[-1]] if gcc else []
# A project is read as what most of its sources are; headers do not tell.
has_cpp = sum(path.endswith(CPP_SOURCES) for path in admitted) > sum(path.endswith(".c") for path in admitted)
if has_cpp != (asked["authority"] == "clang++"):
    sys.exit(0)
sources = [path for path in asked["files"] if path.endswith(SOURCES)]
all_flags, plain = commands(), plain_flags()
# With the flags of a build first: headers are read as it has them.
for at, source in enumerate(sorted(sources, key=lambda one: (one not in all_flags, one))):
    try:
        read_unit(source, all_flags, plain)
    except cindex.TranslationUnitLoadError as error:
        failed[source] = str(error)
for header in asked["files"]:
    if header not in read and not header.endswith(SOURCES):
        unread.add(header)
for path in asked["files"]:
    if path not in read:
        continue
    told = []
    for name, line, column, calls in identifiers.get(path, ()):
        _, flags, keys, foreign = occurrences[path].get((line, column), (name, 0, set(), False))
        told.append([line, column_of(path, line, column), name, flags | (CALL if calls and not flags else 0), meaning_of(keys, foreign)])
    say({"path": path, "occurrences": told})
while described:
    number, symbol, places = described.pop()
    above = sorted({one for usr, at in symbol.supers for one in number_of(usr, at)})
    say({"symbol": number, "name": symbol.name, "path": symbol.path, "kind": symbol.kind, "places": places, "supers": above})
sys.stderr.write(
    f"clang: {len(read & set(asked['files']))} files read, {len(all_flags)} with the build's flags; {len(failed)} with errors, "
    f"{len(unread)} headers that no source includes\n"
)
for path, why in list(failed.items())[:8]:
    sys.stderr.write(f"  {path}: {why}\n")
