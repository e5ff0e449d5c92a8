// The blocks and attributes of HCL files by HashiCorp's own parser, two levels deep. argv: a file that lists absolute paths. stdout: as typescript.mjs.
package main

import (
	"encoding/json"
	"os"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
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
		parsed, problems := hclsyntax.ParseConfig(text, path, hcl.InitialPos)
		if problems.HasErrors() {
			out.Encode(file{path, nil})
			continue
		}
		out.Encode(file{path, list([][]any{}, parsed.Body.(*hclsyntax.Body), 0)})
	}
}

func list(found [][]any, body *hclsyntax.Body, depth int) [][]any {
	add := func(name string, first, last hcl.Range) {
		found = append(found, []any{name, first.Start.Line, "data", false, first.Start.Line, last.End.Line})
	}
	for _, one := range body.Attributes {
		add(one.Name, one.NameRange, one.SrcRange)
	}
	for _, one := range body.Blocks {
		add(strings.Join(append([]string{one.Type}, one.Labels...), "."), one.TypeRange, one.CloseBraceRange)
		if depth == 0 {
			found = list(found, one.Body, 1)
		}
	}
	return found
}
