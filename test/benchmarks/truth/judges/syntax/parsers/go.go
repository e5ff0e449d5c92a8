// Parses files with Go's own parser. argv: a file that lists absolute paths. stdout: a line of JSON for each file.
package main

import (
	"encoding/json"
	"fmt"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"strings"
)

type verdict struct {
	Path  string  `json:"path"`
	Error *string `json:"error"`
}

func main() {
	list, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	out := json.NewEncoder(os.Stdout)
	for _, path := range strings.Split(string(list), "\n") {
		if path == "" {
			continue
		}
		told := verdict{Path: path}
		if _, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution); err != nil {
			text := "0: " + err.Error()
			if errors, is := err.(scanner.ErrorList); is && len(errors) > 0 {
				text = fmt.Sprintf("%d: %s", errors[0].Pos.Line, errors[0].Msg)
			}
			told.Error = &text
		}
		if err := out.Encode(told); err != nil {
			panic(err)
		}
	}
}
