// Parses files with Roslyn, the parser of the C# compiler. argv: a file that lists absolute paths. stdout: a line of JSON for
// each file. Run by csharp.mjs. Symbols of conditional compilation are not defined.
using System;
using System.IO;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

static class CsharpParser {
  static readonly CSharpParseOptions Options = new CSharpParseOptions(LanguageVersion.Preview, DocumentationMode.None);

  static void Main(string[] args) {
    foreach (var path in File.ReadAllLines(args[0]).Where(line => line != "")) {
      var first = CSharpSyntaxTree
        .ParseText(File.ReadAllText(path), Options)
        .GetDiagnostics()
        .FirstOrDefault(one => one.Severity == DiagnosticSeverity.Error);
      var error = first == null
        ? "null"
        : Quote((first.Location.GetLineSpan().StartLinePosition.Line + 1) + ": " + first.Id + ": " + first.GetMessage());
      Console.WriteLine("{\"path\":" + Quote(path) + ",\"error\":" + error + "}");
    }
  }

  static string Quote(string text) {
    return "\"" + text.Replace("\\", "\\\\").Replace("\"", "\\\"").Replace("\t", " ") + "\"";
  }
}
