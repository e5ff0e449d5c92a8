// javac as an authority on what an edit breaks: prints the definitions that may be edited as one JSON line, then answers each line of
// files with other texts by the lines that have an error they did not have before.
// usage: java java-compiler.java ROOT JARS [--release=N] FOLDER...   (JARS: a folder of what the project and its tests depend on; FOLDERS
// below ROOT; N: the Java that it is written for)

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

class JavaJudge {
  static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
  static final Map<String, String> TEXTS = new TreeMap<>();
  static List<String> options = new ArrayList<>();

  static final class Source extends SimpleJavaFileObject {
    final String path;
    final String text;

    Source(String path, String text) {
      super(URI.create("string:///" + path.replace(" ", "%20")), Kind.SOURCE);
      this.path = path;
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignored) {
      return text;
    }
  }

  /** Knows from which text each class was compiled, and hides those of a text that an edit replaces. */
  static final class ClassFiles extends ForwardingJavaFileManager<StandardJavaFileManager> implements StandardJavaFileManager {
    final Map<String, String> sourceOf = new HashMap<>();
    Set<String> hidden = Set.of();

    ClassFiles() {
      super(COMPILER.getStandardFileManager(null, null, StandardCharsets.UTF_8));
    }

    @Override
    public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind, FileObject from)
        throws IOException {
      sourceOf.put(name, pathOf((JavaFileObject) from));
      return super.getJavaFileForOutput(location, name, kind, from);
    }

    @Override
    public Iterable<JavaFileObject> list(Location location, String folder, Set<JavaFileObject.Kind> kinds, boolean isDeep)
        throws IOException {
      Iterable<JavaFileObject> all = super.list(location, folder, kinds, isDeep);
      if (location != StandardLocation.CLASS_PATH || hidden.isEmpty()) {
        return all;
      }
      List<JavaFileObject> shown = new ArrayList<>();
      for (JavaFileObject one : all) {
        if (!hidden.contains(sourceOf.get(inferBinaryName(location, one)))) {
          shown.add(one);
        }
      }
      return shown;
    }

    // What javac asks of a file manager where the release is given, handed on.

    @Override
    public Iterable<? extends JavaFileObject> getJavaFileObjectsFromFiles(Iterable<? extends File> files) {
      return fileManager.getJavaFileObjectsFromFiles(files);
    }

    @Override
    public Iterable<? extends JavaFileObject> getJavaFileObjects(File... files) {
      return fileManager.getJavaFileObjects(files);
    }

    @Override
    public Iterable<? extends JavaFileObject> getJavaFileObjectsFromStrings(Iterable<String> names) {
      return fileManager.getJavaFileObjectsFromStrings(names);
    }

    @Override
    public Iterable<? extends JavaFileObject> getJavaFileObjects(String... names) {
      return fileManager.getJavaFileObjects(names);
    }

    @Override
    public void setLocation(Location location, Iterable<? extends File> files) throws IOException {
      fileManager.setLocation(location, files);
    }

    @Override
    public Iterable<? extends File> getLocation(Location location) {
      return fileManager.getLocation(location);
    }
  }

  static final ClassFiles CLASSES = new ClassFiles();

  /** Compiles all as it is, so that what an edit does not touch need not be compiled again. */
  static void compileAll(Path classes) {
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of("-d", classes.toString()));
    if (!COMPILER.getTask(null, CLASSES, found, all, null, sources(TEXTS)).call()) {
      found.getDiagnostics().forEach(System.err::println);
      throw new IllegalStateException("the project does not compile as it is");
    }
  }

  /** By `path:line code` the lines with an error where these files are so, looked for in them and in all that has the word. */
  static Map<String, Object[]> errors(Map<String, String> overlay, String word) throws IOException {
    Pattern named = Pattern.compile("\\b" + Pattern.quote(word) + "\\b");
    Map<String, String> looked = new TreeMap<>(TEXTS);
    looked.values().removeIf(text -> !named.matcher(text).find());
    looked.putAll(overlay);
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    CLASSES.hidden = overlay.keySet();
    JavacTask task = (JavacTask) COMPILER.getTask(null, CLASSES, found, options, null, sources(looked));
    task.analyze();
    Map<String, Object[]> errors = new LinkedHashMap<>();
    for (Diagnostic<? extends JavaFileObject> one : found.getDiagnostics()) {
      if (one.getKind() == Diagnostic.Kind.ERROR && one.getSource() != null) {
        String path = pathOf(one.getSource());
        String message = one.getMessage(null).replace('\n', ' ');
        errors.put(path + ":" + one.getLineNumber() + " " + one.getCode(), new Object[] {path, one.getLineNumber(), message});
      }
    }
    return errors;
  }

  /** The compiler wraps what it is given: only the address is left. */
  static String pathOf(JavaFileObject source) {
    return source.toUri().getPath().substring(1);
  }

  static List<Source> sources(Map<String, String> texts) {
    List<Source> all = new ArrayList<>();
    texts.forEach((path, text) -> all.add(new Source(path, text)));
    return all;
  }

  static List<Map<String, Object>> candidates() throws IOException {
    Map<String, String> own = new TreeMap<>(TEXTS);
    own.keySet().removeIf(path -> path.matches("(?:.*/)?(?:test|tests|examples?)/.*"));
    JavacTask task = (JavacTask) COMPILER.getTask(null, CLASSES, null, options, null, sources(own));
    List<Map<String, Object>> all = new ArrayList<>();
    for (CompilationUnitTree unit : task.parse()) {
      Source source = new Source(pathOf(unit.getSourceFile()), TEXTS.get(pathOf(unit.getSourceFile())));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (Tree type : unit.getTypeDecls()) {
        if (type instanceof ClassTree declared) {
          new Reading(unit, source, positions, all).type(declared, "");
        }
      }
    }
    return all;
  }

  record Reading(CompilationUnitTree unit, Source source, SourcePositions positions, List<Map<String, Object>> all) {
    int start(Tree tree) {
      return (int) positions.getStartPosition(unit, tree);
    }

    int end(Tree tree) {
      return (int) positions.getEndPosition(unit, tree);
    }

    /** Where a name stands from an offset on; -1 where it does not. */
    int named(String pattern, int from) {
      Matcher matcher = Pattern.compile(pattern).matcher(source.text);
      return matcher.find(from) ? matcher.start(1) : -1;
    }

    int behind(ModifiersTree modifiers, Tree declaration) {
      return Math.max(start(declaration), end(modifiers));
    }

    void type(ClassTree declared, String around) {
      String name = declared.getSimpleName().toString();
      String symbol = around.isEmpty() ? name : around + "." + name;
      int at = named("\\b(?:class|interface|enum|record)\\s+(" + name + ")\\b", behind(declared.getModifiers(), declared));
      boolean isPublic = declared.getModifiers().getFlags().contains(Modifier.PUBLIC);
      String kind = declared.getKind() == Tree.Kind.INTERFACE ? "interface" : "class";
      String folder = source.path.substring(0, source.path.lastIndexOf('/') + 1);
      Map<String, Object> moveTo = around.isEmpty() && isPublic
          ? map("path", folder + "zzmoved/" + name + ".java", "head", "package zzmoved;\n\n")
          : null;
      add(declared, name, symbol, kind, at, null, moveTo, constructorsOf(declared, name));
      Map<String, Integer> counts = new HashMap<>();
      for (Tree member : declared.getMembers()) {
        counts.merge(nameOf(member), 1, Integer::sum);
      }
      for (Tree member : declared.getMembers()) {
        if (member instanceof ClassTree inner) {
          type(inner, symbol);
        } else if (counts.get(nameOf(member)) == 1) {
          member(member, symbol, declared.getKind() == Tree.Kind.INTERFACE);
        }
      }
    }

    List<Integer> constructorsOf(ClassTree declared, String name) {
      List<Integer> all = new ArrayList<>();
      for (Tree member : declared.getMembers()) {
        // One that is not written has no place of its own.
        if (member instanceof MethodTree method && method.getReturnType() == null && start(method) != start(declared)) {
          int at = named("\\b(" + name + ")\\s*[({]", behind(method.getModifiers(), method));
          if (at >= 0 && at < end(method)) {
            all.add(at);
          }
        }
      }
      return all;
    }

    static String nameOf(Tree member) {
      return member instanceof MethodTree method
          ? method.getName() + "()"
          : member instanceof VariableTree variable ? variable.getName().toString() : "";
    }

    void member(Tree member, String owner, boolean inInterface) {
      if (member instanceof MethodTree method && method.getReturnType() != null) {
        String name = method.getName().toString();
        int at = named("\\b(" + Pattern.quote(name) + ")\\s*\\(", end(method.getReturnType()));
        boolean hasMore = !method.getParameters().isEmpty();
        int open = at < 0 ? -1 : source.text.indexOf('(', at) + 1;
        String text = "java.util.concurrent.atomic.AtomicMarkableReference<Void> zzAdded" + (hasMore ? ", " : "");
        String kind = inInterface ? "interface method" : "method";
        add(member, name, owner + "." + name, kind, at, map("at", open, "text", text), null, List.of());
      } else if (member instanceof VariableTree variable && end(variable.getType()) > 0) {
        String name = variable.getName().toString();
        int at = named("\\b(" + Pattern.quote(name) + ")\\b", end(variable.getType()));
        add(member, name, owner + "." + name, "field", at, null, null, List.of());
      }
    }

    void add(
        Tree tree, String name, String symbol, String kind, int at, Object parameter, Object moveTo, List<Integer> alsoAt) {
      // Constants of an enum and parts of a record have no declaration of their own.
      if (at < 0 || at >= end(tree)) {
        return;
      }
      long line = 1 + source.text.substring(0, at).chars().filter(one -> one == '\n').count();
      all.add(map("path", source.path, "name", name, "symbol", symbol, "kind", kind, "line", line, "nameStart", at,
          "start", start(tree), "end", end(tree), "alsoAt", alsoAt, "isOnly", true, "parameter", parameter, "moveTo", moveTo));
    }
  }

  static Map<String, Object> map(Object... pairs) {
    Map<String, Object> made = new LinkedHashMap<>();
    for (int at = 0; at < pairs.length; at += 2) {
      made.put((String) pairs[at], pairs[at + 1]);
    }
    return made;
  }

  static String json(Object value) {
    if (value instanceof Map<?, ?> map) {
      List<String> parts = new ArrayList<>();
      map.forEach((key, one) -> parts.add(json(key) + ":" + json(one)));
      return "{" + String.join(",", parts) + "}";
    }
    if (value instanceof Iterable<?> list) {
      List<String> parts = new ArrayList<>();
      list.forEach(one -> parts.add(json(one)));
      return "[" + String.join(",", parts) + "]";
    }
    if (!(value instanceof String text)) {
      return String.valueOf(value);
    }
    StringBuilder out = new StringBuilder("\"");
    for (char one : text.toCharArray()) {
      out.append(one == '"' || one == '\\' || one < ' ' || one > '~' ? String.format("\\u%04x", (int) one) : one);
    }
    return out.append('"').toString();
  }

  /** Strings of a request, in order: it has nothing else, but for the keys `files`, `path`, `text`, `name`. */
  static List<String> strings(String json) {
    List<String> all = new ArrayList<>();
    StringBuilder out = null;
    for (int at = 0; at < json.length(); at++) {
      char one = json.charAt(at);
      if (out == null) {
        out = one == '"' ? new StringBuilder() : null;
      } else if (one == '"') {
        all.add(out.toString());
        out = null;
      } else if (one == '\\') {
        at += 1;
        char kind = json.charAt(at);
        if (kind == 'u') {
          out.append((char) Integer.parseInt(json.substring(at + 1, at + 5), 16));
          at += 4;
        } else {
          int place = "nrtbf".indexOf(kind);
          out.append(place < 0 ? kind : "\n\r\t\b\f".charAt(place));
        }
      } else {
        out.append(one);
      }
    }
    return all;
  }

  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]);
    StringBuilder jars = new StringBuilder();
    try (Stream<Path> list = Files.list(Path.of(args[1]))) {
      list.filter(path -> path.toString().endsWith(".jar")).forEach(path -> jars.append(path).append(':'));
    }
    Path classes = Files.createTempDirectory("judged-classes");
    options = new ArrayList<>(List.of("-proc:none", "-nowarn", "-Xmaxerrs", "1000000", "--should-stop=ifError=FLOW", "-implicit:none", "-classpath", classes + ":" + jars));
    for (int at = 2; at < args.length; at++) {
      if (args[at].startsWith("--release=")) {
        options.addAll(List.of("--release", args[at].substring("--release=".length())));
        continue;
      }
      try (Stream<Path> files = Files.walk(root.resolve(args[at]))) {
        for (Path file : (Iterable<Path>) files::iterator) {
          String path = root.relativize(file).toString();
          if (path.endsWith(".java") && !path.endsWith("-info.java")) {
            TEXTS.put(path, Files.readString(file));
          }
        }
      }
    }
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    compileAll(classes);
    out.println(json(map("candidates", candidates(), "files", TEXTS.keySet())));
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      List<String> parts = strings(line);
      Map<String, String> overlay = new HashMap<>();
      for (int at = 0; at + 3 < parts.size(); at++) {
        if (parts.get(at).equals("path") && parts.get(at + 2).equals("text")) {
          overlay.put(parts.get(at + 1), parts.get(at + 3));
          at += 3;
        }
      }
      List<Object> broken = new ArrayList<>();
      errors(overlay, parts.get(parts.size() - 1)).forEach((key, error) -> {
        String message = (String) error[2];
        broken.add(map("path", error[0], "line", error[1], "message", message.substring(0, Math.min(160, message.length()))));
      });
      out.println(json(map("broken", broken)));
    }
  }
}
