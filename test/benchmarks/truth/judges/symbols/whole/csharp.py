"""The declarations of C# files by Roslyn, the parser of its compiler. argv: the folder of tools, a file that lists absolute paths. stdout: as typescript.mjs."""
import json
import os
import re
import sys

tools, listed = sys.argv[1:]
sys.path.insert(0, os.path.join(tools, "py"))
os.environ["DOTNET_SYSTEM_GLOBALIZATION_INVARIANT"] = "1"
import clr_loader
import pythonnet

runtime = os.path.join(tools, "py/dnv/net/runtime")
pythonnet.set_runtime(
    clr_loader.get_coreclr(runtime_config=f"{runtime}/runtimeconfig.json", dotnet_root=f"{runtime}/.net")
)
import clr

sys.path.append(os.path.join(tools, "roslyn/package/dist/generator"))
clr.AddReference("Microsoft.CodeAnalysis.CSharp")
from Microsoft.CodeAnalysis import DiagnosticSeverity, DocumentationMode, SourceCodeKind
from System import Array, String
from Microsoft.CodeAnalysis.CSharp import CSharpParseOptions, CSharpSyntaxTree, LanguageVersion

KINDS = {
    "NamespaceDeclaration": "module",
    "ClassDeclaration": "class",
    "StructDeclaration": "class",
    "RecordDeclaration": "class",
    "RecordStructDeclaration": "class",
    "InterfaceDeclaration": "interface",
    "EnumDeclaration": "enum",
    "DelegateDeclaration": "type",
    "MethodDeclaration": "method",
    "ConstructorDeclaration": "method",
    "DestructorDeclaration": "method",
    "IndexerDeclaration": "method",
    "OperatorDeclaration": "method",
    "ConversionOperatorDeclaration": "method",
    "PropertyDeclaration": "variable",
    "EventDeclaration": "variable",
    "LocalFunctionStatement": "function",
}


def symbols(path):
    with open(path, encoding="utf-8-sig", errors="replace") as file:
        text = file.read()
    script = SourceCodeKind.Script if path.endswith(".csx") else SourceCodeKind.Regular
    # Of several branches the first is compiled.
    defined = re.findall(r"^\s*#\s*if\s+(\w+)", text, re.MULTILINE)
    options = CSharpParseOptions(LanguageVersion.Preview, DocumentationMode(0), script, Array[String](defined))
    tree = CSharpSyntaxTree.ParseText(text, options)
    if any(one.Severity == DiagnosticSeverity.Error for one in tree.GetDiagnostics()):
        return None
    found = []

    def add(name, at, kind, whole):
        lines = whole.GetLocation().GetLineSpan()
        line = at.GetLocation().GetLineSpan().StartLinePosition.Line
        found.append(
            [name, line + 1, kind, False, lines.StartLinePosition.Line + 1, lines.EndLinePosition.Line + 1]
        )

    def visit(node):
        kind = str(node.Kind())
        if kind in ("FieldDeclaration", "EventFieldDeclaration"):
            several = list(node.Declaration.Variables)
            for one in several:
                add(one.Identifier.ValueText, one, "variable", node if len(several) == 1 else one)
        elif kind == "IndexerDeclaration":
            add("this", node.ThisKeyword, "method", node)
        elif kind == "OperatorDeclaration":
            add(f"operator {node.OperatorToken.Text}", node.OperatorKeyword, "method", node)
        elif kind == "ConversionOperatorDeclaration":
            add(f"operator {node.Type}", node.OperatorKeyword, "method", node)
        elif kind == "NamespaceDeclaration":
            add(str(node.Name), node.Name, "module", node)
        elif kind in KINDS:
            add(node.Identifier.ValueText, node.Identifier, KINDS[kind], node)
        if kind == "GlobalStatement":
            visit(node.Statement)
        # Of members of an enumeration nothing is said.
        for one in node.Members if hasattr(node, "Members") and kind != "EnumDeclaration" else []:
            visit(one)

    visit(tree.GetRoot())
    return {"symbols": found, "isPart": "#if" in text}


for path in filter(None, open(listed, encoding="utf-8").read().split("\n")):
    print(json.dumps({"path": path, **(symbols(path) or {"symbols": None})}))
