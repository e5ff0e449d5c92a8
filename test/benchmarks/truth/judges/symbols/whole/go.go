// The declarations of Go files by go/ast. argv: a file that lists absolute paths. stdout: as typescript.mjs.
package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
)

type file struct {
	Path    string  `json:"path"`
	Symbols [][]any `json:"symbols"`
}

func main() {
	listed, _ := os.ReadFile(os.Args[1])
	out := json.NewEncoder(os.Stdout)
	for _, path := range strings.Split(strings.TrimSpace(string(listed)), "\n") {
		out.Encode(file{path, symbolsOf(path)})
	}
}

func symbolsOf(path string) [][]any {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	found := [][]any{}
	add := func(name *ast.Ident, kind string, whole ast.Node) {
		if name.Name == "_" {
			return
		}
		line := func(at token.Pos) int { return set.Position(at).Line }
		found = append(found, []any{name.Name, line(name.Pos()), kind, false, line(whole.Pos()), line(whole.End() - 1)})
	}
	for _, declaration := range tree.Decls {
		switch one := declaration.(type) {
		case *ast.FuncDecl:
			kind := "function"
			if one.Recv != nil {
				kind = "method"
			}
			add(one.Name, kind, one)
		case *ast.GenDecl:
			for _, spec := range one.Specs {
				whole := ast.Node(spec)
				if !one.Lparen.IsValid() {
					whole = one
				}
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					kind := "type"
					isAlias := spec.Assign.IsValid()
					switch inner := spec.Type.(type) {
					case *ast.StructType:
						if !isAlias {
							kind = "class"
						}
					case *ast.InterfaceType:
						if !isAlias {
							kind = "interface"
						}
						for _, method := range inner.Methods.List {
							for _, name := range method.Names {
								add(name, "method", method)
							}
						}
					}
					add(spec.Name, kind, whole)
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						add(name, "variable", whole)
					}
				}
			}
		}
	}
	return found
}
