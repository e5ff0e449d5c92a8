// What Roslyn says of every name of a C# project, and what a rename changes by that. Started by roslyn-renames.mjs; stdin is
// judge.ts's question, a line of JSON on stdout the answer to each ask.
//
// All sources are one compilation, with the longest list of symbols that a project file defines. What needs a package that is not
// there has no meaning.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

static class RoslynRenames
{
    static readonly Dictionary<ISymbol, List<(string Path, int Offset)>> Places =
        new Dictionary<ISymbol, List<(string, int)>>(SymbolEqualityComparer.Default);
    static readonly Dictionary<(string, int), List<ISymbol>> Meant = new Dictionary<(string, int), List<ISymbol>>();
    static readonly Dictionary<ISymbol, HashSet<ISymbol>> Families =
        new Dictionary<ISymbol, HashSet<ISymbol>>(SymbolEqualityComparer.Default);
    static readonly Dictionary<string, SyntaxTree> Trees = new Dictionary<string, SyntaxTree>();

    static void Main(string[] arguments)
    {
        using var task = JsonDocument.Parse(Console.OpenStandardInput());
        string root = task.RootElement.GetProperty("root").GetString();
        var options = new CSharpParseOptions(LanguageVersion.Preview, DocumentationMode.None)
            .WithPreprocessorSymbols(DefinedSymbols(root));
        foreach (var file in task.RootElement.GetProperty("files").EnumerateArray())
        {
            string path = file.GetString();
            Trees[path] = CSharpSyntaxTree.ParseText(File.ReadAllText(Path.Combine(root, path)), options, path);
        }
        var references = Directory.GetFiles(arguments[0], "*.dll").Select(one => MetadataReference.CreateFromFile(one));
        var compilation = CSharpCompilation.Create("project", Trees.Values, references,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true));
        foreach (var (path, tree) in Trees)
        {
            Read(path, tree, compilation.GetSemanticModel(tree));
        }
        foreach (var type in Places.Keys.Select(TypeOf).Where(one => one != null)
            .Distinct<INamedTypeSymbol>(SymbolEqualityComparer.Default).ToList())
        {
            Relate(type);
        }
        foreach (var ask in task.RootElement.GetProperty("asks").EnumerateArray())
        {
            Console.WriteLine(JsonSerializer.Serialize(Answer(ask)));
        }
    }

    static IEnumerable<string> DefinedSymbols(string root)
    {
        var lists = Directory.GetFiles(root, "*.csproj", SearchOption.AllDirectories)
            .SelectMany(file => Regex.Matches(File.ReadAllText(file), "<DefineConstants>(.*?)</DefineConstants>").Cast<Match>())
            .Select(match => match.Groups[1].Value.Split(';').Where(one => Regex.IsMatch(one, @"^\w+$")).ToArray());
        return lists.OrderByDescending(list => list.Length).FirstOrDefault() ?? new string[0];
    }

    static void Read(string path, SyntaxTree tree, SemanticModel model)
    {
        foreach (var token in tree.GetRoot().DescendantTokens().Where(one => one.IsKind(SyntaxKind.IdentifierToken)))
        {
            var place = (path, token.SpanStart);
            var meant = MeantBy(token, model).Select(Plain).Where(one => one != null).ToList();
            Meant[place] = meant;
            foreach (var symbol in meant.Where(one => one.Name == token.ValueText))
            {
                if (!Places.TryGetValue(symbol, out var places))
                {
                    Places[symbol] = places = new List<(string, int)>();
                }
                places.Add(place);
            }
        }
    }

    static IEnumerable<ISymbol> MeantBy(SyntaxToken token, SemanticModel model)
    {
        if (!(token.Parent is SimpleNameSyntax name))
        {
            return new[] { model.GetDeclaredSymbol(token.Parent) };
        }
        var info = model.GetSymbolInfo(name);
        return info.Symbol != null ? new[] { info.Symbol } : info.CandidateSymbols.ToArray();
    }

    // Of a generic's instance the generic, of a constructor the type.
    static ISymbol Plain(ISymbol symbol)
    {
        switch (symbol)
        {
            case IMethodSymbol method when method.MethodKind == MethodKind.Constructor || method.MethodKind == MethodKind.Destructor
                || method.MethodKind == MethodKind.StaticConstructor:
                return method.ContainingType.OriginalDefinition;
            case IMethodSymbol method:
                return (method.ReducedFrom ?? method).OriginalDefinition;
            default:
                return symbol?.OriginalDefinition;
        }
    }

    static INamedTypeSymbol TypeOf(ISymbol symbol) => symbol as INamedTypeSymbol ?? symbol.ContainingType;

    // What has to keep one name: overrides, implementations, and, as with the option that renames overloads too, those.
    static void Relate(INamedTypeSymbol type)
    {
        foreach (var member in type.GetMembers())
        {
            switch (member)
            {
                case IMethodSymbol method:
                    Join(method, method.OverriddenMethod, method.PartialDefinitionPart, method.PartialImplementationPart);
                    Join(method, method.ExplicitInterfaceImplementations.ToArray());
                    Join(method, type.GetMembers(method.Name).Where(one => one is IMethodSymbol).ToArray());
                    break;
                case IPropertySymbol property:
                    Join(property, property.OverriddenProperty);
                    Join(property, property.ExplicitInterfaceImplementations.ToArray());
                    break;
                case IEventSymbol happening:
                    Join(happening, happening.OverriddenEvent);
                    Join(happening, happening.ExplicitInterfaceImplementations.ToArray());
                    break;
            }
        }
        foreach (var member in type.AllInterfaces.SelectMany(one => one.GetMembers()))
        {
            Join(member, type.FindImplementationForInterfaceMember(member));
        }
    }

    static void Join(ISymbol symbol, params ISymbol[] others)
    {
        foreach (var other in others.Where(one => one != null))
        {
            var both = FamilyOf(Plain(symbol));
            both.UnionWith(FamilyOf(Plain(other)));
            foreach (var one in both)
            {
                Families[one] = both;
            }
        }
    }

    static HashSet<ISymbol> FamilyOf(ISymbol symbol) =>
        Families.TryGetValue(symbol, out var family) ? family : new HashSet<ISymbol>(SymbolEqualityComparer.Default) { symbol };

    static object Answer(JsonElement ask)
    {
        var place = (ask.GetProperty("path").GetString(), ask.GetProperty("offset").GetInt32());
        if (!Meant.TryGetValue(place, out var meant) || meant.Count == 0)
        {
            return new { refused = "Roslyn knows no symbol there" };
        }
        var family = meant.SelectMany(FamilyOf).ToList();
        if (family.Any(one => !one.Locations.Any(at => at.IsInSource)))
        {
            return new { refused = "a library declares it" };
        }
        var due = family.SelectMany(one => Places.TryGetValue(one, out var places) ? places : new List<(string, int)>())
            .Distinct().Select(one => new object[] { one.Item1, one.Item2 }).ToArray();
        var unknown = ask.GetProperty("ours").EnumerateArray().Select(one => (one[0].GetString(), one[1].GetInt32()))
            .Where(IsUnknown).Select(one => new object[] { one.Item1, one.Item2 }).ToArray();
        return new { due, allowed = due, unknown };
    }

    // Without a meaning, or in a part that this build leaves out.
    static bool IsUnknown((string Path, int Offset) place) =>
        Meant.TryGetValue(place, out var meant)
            ? meant.Count == 0
            : Trees[place.Path].GetRoot().FindTrivia(place.Offset).IsKind(SyntaxKind.DisabledTextTrivia);
}
