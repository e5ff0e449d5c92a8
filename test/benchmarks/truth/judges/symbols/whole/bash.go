// The functions of Bash files, and what they assign outside of those, by mvdan.cc/sh. argv: a file that lists absolute paths. stdout: as typescript.mjs.
package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

type file struct {
	Path    string  `json:"path"`
	Symbols [][]any `json:"symbols"`
}

func main() {
	listed, _ := os.ReadFile(os.Args[1])
	out := json.NewEncoder(os.Stdout)
	for _, path := range strings.Split(strings.TrimSpace(string(listed)), "\n") {
		text, _ := os.ReadFile(path)
		variant := syntax.LangBash
		if strings.HasSuffix(path, ".bats") {
			variant = syntax.LangBats
		}
		tree, err := syntax.NewParser(syntax.Variant(variant)).Parse(bytes.NewReader(text), path)
		if err != nil {
			out.Encode(file{path, nil})
			continue
		}
		out.Encode(file{path, symbolsOf(tree)})
	}
}

func symbolsOf(tree *syntax.File) [][]any {
	found := [][]any{}
	bodies := []*syntax.Stmt{}
	// What is assigned before a command is of that command alone, and what is assigned inside a value is not seen outside.
	hidden := map[*syntax.Assign]bool{}
	hide := func(node syntax.Node) {
		syntax.Walk(node, func(inner syntax.Node) bool {
			if assign, ok := inner.(*syntax.Assign); ok {
				hidden[assign] = true
			}
			return true
		})
	}
	add := func(name *syntax.Lit, kind string, whole syntax.Node) {
		isLocal := false
		for _, body := range bodies {
			isLocal = isLocal || (body.Pos().Offset() <= whole.Pos().Offset() && whole.End().Offset() <= body.End().Offset())
		}
		last := whole.End()
		found = append(found, []any{name.Value, name.Pos().Line(), kind, isLocal, whole.Pos().Line(), last.Line()})
	}
	syntax.Walk(tree, func(node syntax.Node) bool {
		switch one := node.(type) {
		case *syntax.FuncDecl:
			add(one.Name, "function", one)
			bodies = append(bodies, one.Body)
		case *syntax.TestDecl:
			bodies = append(bodies, one.Body)
		case *syntax.CallExpr:
			if len(one.Args) > 0 {
				for _, assign := range one.Assigns {
					hidden[assign] = true
				}
			}
		case *syntax.Assign:
			if !hidden[one] && !one.Naked && one.Name != nil {
				add(one.Name, "variable", one)
			}
			if one.Value != nil {
				hide(one.Value)
			}
			if one.Array != nil {
				hide(one.Array)
			}
		}
		return true
	})
	return found
}
