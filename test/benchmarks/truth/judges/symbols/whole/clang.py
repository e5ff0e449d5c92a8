"""The declarations of C, C++ and Objective-C files by libclang, each file alone. argv: the folder of tools, a file that lists absolute
paths. stdout: as typescript.mjs; null for files with errors of the parser (not of names that an include would bring)."""
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(sys.argv[1], "py"))
from clang import cindex  # noqa: E402

if os.path.exists(library := "/usr/lib/llvm-19/lib/libclang-19.so.1"):
    cindex.Config.set_library_file(library)
MACROS, INCOMPLETE, KEEP_GOING, SINGLE_FILE = 0x01, 0x02, 0x200, 0x400
KINDS = {
    "CLASS_DECL": "class", "STRUCT_DECL": "class", "UNION_DECL": "class", "CLASS_TEMPLATE": "class",
    "CLASS_TEMPLATE_PARTIAL_SPECIALIZATION": "class", "ENUM_DECL": "enum", "NAMESPACE": "module", "TYPEDEF_DECL": "type",
    "TYPE_ALIAS_DECL": "type", "TYPE_ALIAS_TEMPLATE_DECL": "type", "CONCEPT_DECL": "interface", "FUNCTION_DECL": "function",
    "FUNCTION_TEMPLATE": "function", "CXX_METHOD": "method", "CONSTRUCTOR": "method", "DESTRUCTOR": "method",
    "CONVERSION_FUNCTION": "method", "VAR_DECL": "variable", "MACRO_DEFINITION": "variable", "OBJC_INTERFACE_DECL": "class",
    "OBJC_IMPLEMENTATION_DECL": "class", "OBJC_PROTOCOL_DECL": "interface", "OBJC_CATEGORY_DECL": "class",
    "OBJC_INSTANCE_METHOD_DECL": "method", "OBJC_CLASS_METHOD_DECL": "method", "OBJC_PROPERTY_DECL": "variable",
}
TYPES = {"class", "enum", "interface"}


def language_of(path):
    if path.endswith((".c",)):
        return ["-x", "c", "-std=c2x"]
    if path.endswith(".m"):
        return ["-x", "objective-c", "-std=c17"]
    if path.endswith(".h"):
        text = open(path, encoding="utf-8", errors="replace").read()
        if "@interface" in text or "@protocol" in text:
            return ["-x", "objective-c", "-std=c17"]
    if path.endswith((".cu", ".cuh")):
        return ["-x", "cuda", "-nocudainc", "-nocudalib", "--cuda-host-only", "-std=c++20"]
    return ["-x", "c++", "-std=c++26"]


def as_read(path):
    """Without what makes clang look for other modules."""
    text = open(path, encoding="utf-8", errors="replace").read()
    blank = lambda found: " " * len(found.group())  # noqa: E731
    text = re.sub(r"^[ \t]*(?:export[ \t]+)?(?:import|module)\b[^;{}\n]*;", blank, text, flags=re.M)
    return re.sub(r"\bexport(?=\s+(?:\w|\[))", blank, text)


LISTED = {"VAR_DECL", "TYPEDEF_DECL", "FUNCTION_DECL", "CXX_METHOD", "FIELD_DECL"}


def line_behind(text, end):
    """Of the declarator behind a comma. libclang lets each of `int one, *two;` begin at `int`; who edits `two` leaves `one` alone."""
    return text[:end + len(re.match(rb"[\s,]*", text[end:])[0])].count(b"\n") + 1


def is_function_like(macro):
    name, after = [*macro.get_tokens(), None, None][:2]
    return bool(after) and after.spelling == "(" and after.extent.start.offset == name.extent.end.offset


def symbols(path):
    unit = cindex.Index.create().parse(path, args=[*language_of(path), "-w", "-ferror-limit=0", "-fsyntax-only"],
                                       unsaved_files=[(path, as_read(path))],
                                       options=MACROS | KEEP_GOING | SINGLE_FILE | INCOMPLETE)
    for one in unit.diagnostics:
        is_module = "module" in one.spelling or "expected a type" in one.spelling
        if one.severity >= cindex.Diagnostic.Error and one.category_name == "Parse Issue" and not is_module:
            return False, None
    found = []
    unnamed = {}
    text = as_read(path).encode()

    def visit(cursor, inside):
        before = None
        for one in cursor.get_children():
            if one.location.file is None or one.location.file.name != path:
                continue
            if one.kind.name == "UNEXPOSED_DECL" and one.spelling.startswith("["):
                # `auto [low, high] = one;`: libclang has no word for its names, each of which has its own line.
                found.extend([name.spelling, name.location.line, "variable", inside, name.extent.start.line, name.extent.end.line]
                             for name in one.get_children() if name.kind.name == "UNEXPOSED_DECL")
            listed = one.kind.name in LISTED
            is_behind = listed and before is not None and before.extent.start.offset == one.extent.start.offset
            behind = line_behind(text, before.extent.end.offset) if is_behind else None
            before = one if listed else before
            kind = KINDS.get(one.kind.name)
            body = one.kind.is_declaration() and kind in ("function", "method")
            name = one.spelling
            parent = one.semantic_parent.kind.name if one.semantic_parent else ""
            if kind in TYPES and one.is_anonymous():
                unnamed[one.hash] = kind
            if one.kind.name == "TYPEDEF_DECL":
                # A structure with a field of an unknown type does not go by its typedef's name to libclang.
                kind = unnamed.get(one.underlying_typedef_type.get_declaration().hash, kind)
            if one.kind.name == "MACRO_DEFINITION":
                kind = "function" if is_function_like(one) else "variable"
            named = kind and (name or one.kind.name == "OBJC_CATEGORY_DECL") and not (name.startswith("(") or "(unnamed" in name or "(anonymous" in name)
            if named and not (kind in TYPES and one.kind.name != "TYPEDEF_DECL" and not one.is_definition() and not one.kind.name.startswith("OBJC")):
                # A macro that stands for a definition, and a member outside of its class, which is written as a name in a namespace is.
                if kind == "function" and re.fullmatch(r"[A-Z][A-Z0-9_]+", name) and one.kind.name != "MACRO_DEFINITION":
                    continue
                if one.semantic_parent != one.lexical_parent and kind == "method":
                    kind = "function"
                elif kind == "function" and KINDS.get(parent) == "class":
                    kind = "method"
                if one.kind.name == "OBJC_CATEGORY_DECL":
                    name = [token.spelling for token in one.get_tokens()][2]
                # A selector goes by its first word.
                name = name.split(":")[0] if one.kind.name.startswith("OBJC") else name
                first, last = behind or one.extent.start.line, one.extent.end.line
                if last < first:
                    # libclang does not say where templates with parameters of no type are.
                    first = last = 0
                name = name.split("<")[0] if one.kind.name in ("CONSTRUCTOR", "DESTRUCTOR", "CLASS_TEMPLATE") else name
                found.append([name, one.location.line, kind, inside, first, last])
            if not one.kind.is_expression():
                visit(one, inside or bool(body))

    visit(unit.cursor, False)
    # `typedef struct A { … } A;` is one definition.
    is_part = any(one.severity >= cindex.Diagnostic.Error for one in unit.diagnostics)
    typedefs = {one[0] for one in found if one[2] == "type"}
    tags = {one[0]: one[2] for one in found if one[2] in TYPES}
    twice = typedefs & set(tags)
    return is_part, [[*one[:2], tags[one[0]], *one[3:]] if one[2] == "type" and one[0] in twice else one
                     for one in found if not (one[0] in twice and one[2] in TYPES)]


for path in filter(None, open(sys.argv[2], encoding="utf-8").read().split("\n")):
    is_part, found = symbols(path)
    print(json.dumps({"path": path, "symbols": found, "isPart": is_part}))
