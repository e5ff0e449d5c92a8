// Go's type checker as an authority on what an edit breaks: prints the definitions that may be edited as one JSON line, then
// answers each line of files with other texts by the lines that have an error they did not have before.
// usage: go run go-compiler.go ROOT   (a module whose dependencies are downloaded)
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"unicode/utf16"
)

type listed struct {
	ImportPath, Dir, Export, Name, ForTest                                 string
	Standard, DepOnly                                                      bool
	Module                                                                 *struct{ Dir string }
	GoFiles, TestGoFiles, XTestGoFiles, Imports, TestImports, XTestImports []string
}

// unit is what the compiler checks at once: a package, the same with its tests, or its outer tests.
type unit struct {
	path, dir string
	files     []string
	imports   map[string]bool
	isTest    bool
}

type place struct {
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Message string `json:"message"`
}

type text struct{ Path, Text string }

type parameter struct {
	At   int    `json:"at"`
	Text string `json:"text"`
}

type target struct {
	Path string `json:"path"`
	Head string `json:"head"`
}

type candidate struct {
	Path      string     `json:"path"`
	Name      string     `json:"name"`
	Symbol    string     `json:"symbol"`
	Kind      string     `json:"kind"`
	Line      int        `json:"line"`
	NameStart int        `json:"nameStart"`
	Start     int        `json:"start"`
	End       int        `json:"end"`
	IsOnly    bool       `json:"isOnly"`
	Parameter *parameter `json:"parameter"`
	MoveTo    *target    `json:"moveTo"`
}

var (
	root    string
	exports = map[string]string{}
	units   []*unit
	texts   = map[string]string{}
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// modules are the folders of all go.mod below the root.
func modules() (folders []string) {
	check(filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Name() == "go.mod" {
			folders = append(folders, filepath.Dir(path))
		}
		return nil
	}))
	return folders
}

func set(lists ...[]string) map[string]bool {
	all := map[string]bool{}
	for _, list := range lists {
		for _, one := range list {
			all[one] = true
		}
	}
	return all
}

func load(folder string) {
	list := exec.Command("go", "list", "-e", "-deps", "-test", "-export", "-json", "./...")
	list.Dir = folder
	list.Stderr = io.Discard
	out, err := list.Output()
	if err != nil && len(out) == 0 {
		fmt.Fprintln(os.Stderr, "go list failed in", folder, err)
		return
	}
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var one listed
		if err := decoder.Decode(&one); err == io.EOF {
			return
		} else {
			check(err)
		}
		isOwn := one.Module != nil && one.Module.Dir == folder && one.ForTest == "" && !one.DepOnly
		if !isOwn || strings.HasSuffix(one.ImportPath, ".test") {
			if one.Export != "" && one.ForTest == "" {
				exports[one.ImportPath] = one.Export
			}
			continue
		}
		in := func(names []string) (paths []string) {
			for _, name := range names {
				paths = append(paths, filepath.Join(one.Dir, name))
			}
			return paths
		}
		units = append(units, &unit{path: one.ImportPath, dir: one.Dir, files: in(one.GoFiles), imports: set(one.Imports)})
		if len(one.TestGoFiles) > 0 {
			files := append(in(one.GoFiles), in(one.TestGoFiles)...)
			units = append(units, &unit{path: one.ImportPath, dir: one.Dir, files: files, imports: set(one.Imports, one.TestImports), isTest: true})
		}
		if len(one.XTestGoFiles) > 0 {
			units = append(units, &unit{path: one.ImportPath + "_test", dir: one.Dir, files: in(one.XTestGoFiles), imports: set(one.XTestImports), isTest: true})
		}
	}
}

// project checks units from their source, in the order of their imports; what stands outside of it comes from its export data.
type project struct {
	fset    *token.FileSet
	outside types.Importer
	overlay map[string]string
	made    map[string]*types.Package
	parsed  map[string]*ast.File
	errors  map[string]string
	places  []place
}

func (p *project) Import(path string) (*types.Package, error) {
	if made, ok := p.made[path]; ok {
		if made == nil {
			return nil, fmt.Errorf("import cycle through %s", path)
		}
		return made, nil
	}
	for _, one := range units {
		if one.path == path && !one.isTest {
			p.made[path] = nil
			made := p.check(one)
			p.made[path] = made
			return made, nil
		}
	}
	return p.outside.Import(path)
}

func (p *project) parse(path string) *ast.File {
	source, isLaid := p.overlay[path]
	if !isLaid {
		if known := p.parsed[path]; known != nil {
			return known
		}
		source = texts[path]
	}
	file, err := parser.ParseFile(p.fset, path, source, parser.SkipObjectResolution)
	if err != nil {
		p.tell(err)
	}
	if !isLaid && file != nil {
		p.parsed[path] = file
	}
	return file
}

func (p *project) tell(err error) {
	message := err.Error()
	if one, ok := err.(types.Error); ok {
		at := p.fset.Position(one.Pos)
		// What a deleted text imported is no longer used; nobody uses the deleted thing for that.
		if strings.Contains(one.Msg, "and not used") {
			return
		}
		path, _ := filepath.Rel(root, at.Filename)
		p.places = append(p.places, place{filepath.ToSlash(path), at.Line, one.Msg})
		return
	}
	p.errors[message] = message
}

func (p *project) check(one *unit) *types.Package {
	var files []*ast.File
	for _, path := range one.files {
		if file := p.parse(path); file != nil {
			files = append(files, file)
		}
	}
	for path := range p.overlay {
		if _, isKnown := texts[path]; !isKnown && filepath.Dir(path) == one.dir && !one.isTest {
			files = append(files, p.parse(path))
		}
	}
	config := types.Config{Importer: p, Error: p.tell, FakeImportC: true}
	made, _ := config.Check(one.path, p.fset, files, nil)
	return made
}

// A package whose imports did not change is not checked anew.
var (
	fset    = token.NewFileSet()
	parsed  = map[string]*ast.File{}
	outside types.Importer
)

// dependents are the paths of packages that import one of these, directly or not, themselves among them.
func dependents(paths map[string]bool) map[string]bool {
	all := map[string]bool{}
	for path := range paths {
		all[path] = true
	}
	for grown := true; grown; {
		grown = false
		for _, one := range units {
			if all[one.path] && one.isTest == false {
				continue
			}
			for path := range one.imports {
				if all[path] && !all[one.path] {
					all[one.path] = true
					grown = true
				}
			}
		}
	}
	return all
}

var baseline map[string]*types.Package

func checkAll(overlay map[string]string) []place {
	p := &project{fset: fset, outside: outside, overlay: overlay, made: map[string]*types.Package{}, parsed: parsed, errors: map[string]string{}}
	touched := map[string]bool{}
	for path := range overlay {
		for _, one := range units {
			if one.dir == filepath.Dir(path) {
				touched[one.path] = true
			}
		}
	}
	wanted := dependents(touched)
	for path, made := range baseline {
		if !wanted[path] {
			p.made[path] = made
		}
	}
	for _, one := range units {
		if baseline != nil && !wanted[one.path] && !(one.isTest && anyOf(one.imports, wanted)) {
			continue
		}
		if one.isTest {
			p.check(one)
		} else if _, ok := p.made[one.path]; !ok {
			_, _ = p.Import(one.path)
		}
	}
	if baseline == nil {
		baseline = p.made
	}
	return p.places
}

func anyOf(imports map[string]bool, wanted map[string]bool) bool {
	for path := range imports {
		if wanted[path] {
			return true
		}
	}
	return false
}

func units16(source string, offset int) int {
	return len(utf16.Encode([]rune(source[:offset])))
}

func candidatesOf(path string) (all []candidate) {
	source := texts[path]
	file, err := parser.ParseFile(token.NewFileSet(), path, source, parser.ParseComments)
	if err != nil {
		return nil
	}
	base := int(file.FileStart)
	at := func(pos token.Pos) int { return units16(source, int(pos)-base) }
	line := func(pos token.Pos) int { return 1 + strings.Count(source[:int(pos)-base], "\n") }
	relative, _ := filepath.Rel(root, path)
	relative = filepath.ToSlash(relative)
	add := func(name *ast.Ident, symbol, kind string, node ast.Node, isOnly bool, open *parameter) {
		if name.Name == "_" || name.Name == "init" || name.Name == "main" {
			return
		}
		one := candidate{relative, name.Name, symbol, kind, line(name.Pos()), at(name.Pos()), at(node.Pos()), at(node.End()), isOnly, open, nil}
		if isOnly && symbol == name.Name && name.IsExported() {
			folder := filepath.ToSlash(filepath.Dir(relative))
			one.MoveTo = &target{folder + "/zzmoved/moved.go", "package zzmoved\n\n"}
		}
		all = append(all, one)
	}
	open := func(params *ast.FieldList) *parameter {
		text := "zzAdded struct{ zz chan int }"
		for _, field := range params.List {
			if len(field.Names) == 0 {
				text = "struct{ zz chan int }"
			}
		}
		if len(params.List) > 0 {
			text += ", "
		}
		return &parameter{at(params.Opening) + 1, text}
	}
	for _, declaration := range file.Decls {
		switch one := declaration.(type) {
		case *ast.FuncDecl:
			symbol, kind := one.Name.Name, "function"
			if one.Recv != nil && len(one.Recv.List) == 1 {
				kind = "method"
				symbol = receiver(one.Recv.List[0].Type) + "." + symbol
			}
			add(one.Name, symbol, kind, one, true, open(one.Type.Params))
		case *ast.GenDecl:
			for _, spec := range one.Specs {
				var node ast.Node = spec
				if !one.Lparen.IsValid() {
					node = one
				}
				switch of := spec.(type) {
				case *ast.TypeSpec:
					add(of.Name, of.Name.Name, "type", node, true, nil)
					if fields, ok := of.Type.(*ast.StructType); ok {
						for _, field := range fields.Fields.List {
							for _, name := range field.Names {
								add(name, of.Name.Name+"."+name.Name, "field", field, len(field.Names) == 1, nil)
							}
						}
					}
					if methods, ok := of.Type.(*ast.InterfaceType); ok {
						for _, method := range methods.Methods.List {
							for _, name := range method.Names {
								add(name, of.Name.Name+"."+name.Name, "interface method", method, true, nil)
							}
						}
					}
				case *ast.ValueSpec:
					for _, name := range of.Names {
						// A constant without a value of its own repeats the one above it.
						add(name, name.Name, "value", node, len(of.Names) == 1 && one.Tok == token.VAR, nil)
					}
				}
			}
		}
	}
	return all
}

func receiver(node ast.Expr) string {
	switch one := node.(type) {
	case *ast.StarExpr:
		return receiver(one.X)
	case *ast.IndexExpr:
		return receiver(one.X)
	case *ast.IndexListExpr:
		return receiver(one.X)
	case *ast.Ident:
		return one.Name
	}
	return "?"
}

func main() {
	root, _ = filepath.Abs(os.Args[1])
	for _, folder := range modules() {
		load(folder)
	}
	outside = importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		if file, ok := exports[path]; ok {
			return os.Open(file)
		}
		return nil, fmt.Errorf("no export data of %s", path)
	})
	var files []string
	var candidates []candidate
	for _, one := range units {
		for _, path := range one.files {
			if _, isKnown := texts[path]; isKnown {
				continue
			}
			source, err := os.ReadFile(path)
			check(err)
			texts[path] = string(source)
			relative, _ := filepath.Rel(root, path)
			files = append(files, filepath.ToSlash(relative))
		}
	}
	sort.Strings(files)
	for _, path := range files {
		if !strings.HasSuffix(path, "_test.go") {
			candidates = append(candidates, candidatesOf(filepath.Join(root, path))...)
		}
	}
	known := map[place]bool{}
	for _, one := range checkAll(nil) {
		known[one] = true
	}
	out := json.NewEncoder(os.Stdout)
	check(out.Encode(map[string]any{"candidates": candidates, "files": files}))
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 1<<26)
	for input.Scan() {
		var request struct{ Files []text }
		check(json.Unmarshal(input.Bytes(), &request))
		overlay := map[string]string{}
		for _, one := range request.Files {
			overlay[filepath.Join(root, one.Path)] = one.Text
		}
		broken := []place{}
		seen := map[place]bool{}
		for _, one := range checkAll(overlay) {
			if !known[one] && !seen[one] {
				seen[one] = true
				broken = append(broken, one)
			}
		}
		check(out.Encode(map[string]any{"broken": broken}))
	}
}
