import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeParameterTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * What javac says of every name of a Java project, as lines of JSON that authority.ts reads. Started by javac-sites.mjs as
 * <code>java JavacSites.java ROOT CLASSPATH</code>; stdin holds the sources, one path a line, relative to ROOT.
 *
 * <p>All sources are attributed together, as one unnamed module. What needs a library that the class path lacks has no meaning,
 * and nothing is said of it.
 */
final class JavacSites {
  private static final int DECLARATION = 1;
  private static final int CALL = 2;
  private static final int IMPORT = 4;

  private record Place(String path, long line) {}

  private record Name(long line, long column, String text, int flags, List<Element> meant) {}

  private final Trees trees;
  private final Elements elements;
  private final Types types;
  private final Map<Element, Place> declared = new LinkedHashMap<>();
  private final Map<String, List<Name>> files = new TreeMap<>();
  private final Map<Element, Integer> numbers = new LinkedHashMap<>();

  private JavacSites(JavacTask task) {
    trees = Trees.instance(task);
    elements = task.getElements();
    types = task.getTypes();
  }

  public static void main(String[] arguments) throws IOException {
    Path root = Path.of(arguments[0]);
    List<String> paths = new String(System.in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    var compiler = ToolProvider.getSystemJavaCompiler();
    var problems = new DiagnosticCollector<JavaFileObject>();
    StandardJavaFileManager manager = compiler.getStandardFileManager(problems, null, StandardCharsets.UTF_8);
    var sources = manager.getJavaFileObjectsFromFiles(paths.stream().map(path -> root.resolve(path).toFile()).toList());
    List<String> options = List.of(
        "-proc:none", "-classpath", arguments[1], "-Xmaxerrs", "1000000", "-XDshould-stop.ifError=FLOW", "-nowarn");
    JavacTask task = (JavacTask) compiler.getTask(null, manager, problems, options, null, sources);
    JavacSites reader = new JavacSites(task);
    List<CompilationUnitTree> units = new ArrayList<>();
    task.parse().forEach(units::add);
    task.analyze();
    for (CompilationUnitTree unit : units) {
      String path = root.relativize(Path.of(unit.getSourceFile().toUri())).toString().replace(File.separatorChar, '/');
      reader.read(unit, path);
    }
    reader.write();
    var errors = problems.getDiagnostics().stream().filter(one -> one.getKind() == Diagnostic.Kind.ERROR).toList();
    Set<String> broken = new TreeSet<>();
    errors.forEach(one -> broken.add(one.getSource() == null ? "" : one.getSource().getName()));
    System.err.printf("javac: %d files read, %d of them with errors%n", units.size(), broken.size());
    errors.stream().limit(5).forEach(one -> System.err.println("  " + one.toString().lines().findFirst().orElse("")));
  }

  private void read(CompilationUnitTree unit, String path) throws IOException {
    List<Name> names = new ArrayList<>();
    files.put(path, names);
    new Scanner(unit, path, unit.getSourceFile().getCharContent(true).toString(), names).scan(unit, null);
  }

  /** Notes every name of one file. */
  private final class Scanner extends TreePathScanner<Void, Void> {
    private final CompilationUnitTree unit;
    private final String path;
    private final String text;
    private final List<Name> names;
    private final SourcePositions positions = trees.getSourcePositions();
    private boolean inImport = false;

    Scanner(CompilationUnitTree unit, String path, String text, List<Name> names) {
      this.unit = unit;
      this.path = path;
      this.text = text;
      this.names = names;
    }

    private int start(Tree tree) {
      return (int) positions.getStartPosition(unit, tree);
    }

    private int end(Tree tree) {
      return (int) positions.getEndPosition(unit, tree);
    }

    private void note(int at, String name, int flags, List<Element> meant) {
      if (at < 0 || !text.startsWith(name, at)) {
        return; // Written by no one: the type of `var`, the class of an enum's constant.
      }
      long line = unit.getLineMap().getLineNumber(at);
      long column = at - unit.getLineMap().getStartPosition(line);
      names.add(new Name(line, column, name, flags | (inImport ? IMPORT : 0), meant));
    }

    /** The first place of the word from there on. */
    private int find(String name, int from) {
      for (int at = text.indexOf(name, Math.max(0, from)); at >= 0; at = text.indexOf(name, at + 1)) {
        int after = at + name.length();
        boolean begins = at == 0 || !Character.isJavaIdentifierPart(text.charAt(at - 1));
        if (begins && (after == text.length() || !Character.isJavaIdentifierPart(text.charAt(after)))) {
          return at;
        }
      }
      return -1;
    }

    private void declare(Tree tree, String name, int from) {
      Element element = trees.getElement(getCurrentPath());
      int at = find(name, from);
      if (element == null || at < 0 || at > end(tree)) {
        return;
      }
      boolean isConstructor = element.getKind() == ElementKind.CONSTRUCTOR;
      if (!isConstructor) {
        declared.putIfAbsent(element, new Place(path, unit.getLineMap().getLineNumber(at)));
      }
      note(at, name, DECLARATION, List.of(isConstructor ? element.getEnclosingElement() : element));
    }

    @Override
    public Void visitClass(ClassTree tree, Void nothing) {
      if (!tree.getSimpleName().isEmpty()) {
        int after = end(tree.getModifiers());
        declare(tree, tree.getSimpleName().toString(), after < 0 ? start(tree) : after);
      }
      return super.visitClass(tree, nothing);
    }

    @Override
    public Void visitMethod(MethodTree tree, Void nothing) {
      boolean isConstructor = tree.getName().contentEquals("<init>");
      Tree before = isConstructor ? tree.getModifiers() : tree.getReturnType();
      int from = before == null ? start(tree) : end(before);
      Element owner = trees.getElement(getCurrentPath()).getEnclosingElement();
      String name = isConstructor ? owner.getSimpleName().toString() : tree.getName().toString();
      if (start(tree) >= 0 && !name.isEmpty()) {
        declare(tree, name, from < 0 ? start(tree) : from);
      }
      return super.visitMethod(tree, nothing);
    }

    @Override
    public Void visitVariable(VariableTree tree, Void nothing) {
      int from = tree.getType() == null ? -1 : end(tree.getType());
      Element element = trees.getElement(getCurrentPath());
      boolean isConstant = element != null && element.getKind() == ElementKind.ENUM_CONSTANT;
      int modifiers = end(tree.getModifiers());
      declare(tree, tree.getName().toString(), isConstant || from < 0 ? Math.max(modifiers, start(tree)) : from);
      return super.visitVariable(tree, nothing);
    }

    @Override
    public Void visitTypeParameter(TypeParameterTree tree, Void nothing) {
      declare(tree, tree.getName().toString(), start(tree));
      return super.visitTypeParameter(tree, nothing);
    }

    @Override
    public Void visitImport(ImportTree tree, Void nothing) {
      inImport = true;
      super.visitImport(tree, nothing);
      inImport = false;
      return null;
    }

    @Override
    public Void visitIdentifier(IdentifierTree tree, Void nothing) {
      refer(tree, tree.getName().toString(), start(tree));
      return super.visitIdentifier(tree, nothing);
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree tree, Void nothing) {
      String name = tree.getIdentifier().toString();
      refer(tree, name, end(tree) - name.length());
      return super.visitMemberSelect(tree, nothing);
    }

    @Override
    public Void visitMemberReference(MemberReferenceTree tree, Void nothing) {
      String name = tree.getName().toString();
      refer(tree, name, end(tree) - name.length());
      return super.visitMemberReference(tree, nothing);
    }

    private void refer(Tree tree, String name, int at) {
      if (name.equals("this") || name.equals("super") || name.equals("class") || name.equals("*")) {
        return;
      }
      List<Element> meant = new ArrayList<>();
      Element element = trees.getElement(getCurrentPath());
      if (isKnown(element)) {
        meant.add(element);
      } else if (inImport && tree instanceof MemberSelectTree select) {
        meant.addAll(importedMembers(select, name));
      }
      boolean calls = isCalled(tree);
      // What `new Name(…)` makes is one of the class: a constructor counts as its class.
      note(at, name, calls ? CALL : 0, meant);
    }

    /** What `import static a.B.name` may mean: each member of that name. */
    private Collection<? extends Element> importedMembers(MemberSelectTree select, String name) {
      Element owner = trees.getElement(new TreePath(getCurrentPath(), select.getExpression()));
      return owner instanceof TypeElement type
          ? elements.getAllMembers(type).stream().filter(one -> one.getSimpleName().contentEquals(name)).toList()
          : List.of();
    }

    private boolean isCalled(Tree tree) {
      TreePath above = getCurrentPath().getParentPath();
      Tree own = tree;
      if (above.getLeaf() instanceof ParameterizedTypeTree typed && typed.getType() == tree) {
        own = typed;
        above = above.getParentPath();
      }
      return above.getLeaf() instanceof MethodInvocationTree call && call.getMethodSelect() == own
          || above.getLeaf() instanceof NewClassTree made && made.getIdentifier() == own
          || above.getLeaf() instanceof AnnotationTree;
    }
  }

  private static boolean isKnown(Element element) {
    return element != null && !(element instanceof TypeElement type && type.asType().getKind() == javax.lang.model.type.TypeKind.ERROR);
  }

  /** A number of what the project declares; -1 of what is elsewhere, -2 of what the compiler made. */
  private int numberOf(Element element) {
    if (declared.containsKey(element)) {
      return numbers.computeIfAbsent(element, one -> numbers.size());
    }
    for (Element above = element; above != null; above = above.getEnclosingElement()) {
      if (declared.containsKey(above)) {
        return -2;
      }
    }
    return -1;
  }

  private static String kindOf(Element element) {
    return switch (element.getKind()) {
      case CLASS -> "class";
      case INTERFACE -> "interface";
      case ENUM -> "enum";
      case RECORD -> "record";
      case ANNOTATION_TYPE -> "annotation";
      case METHOD -> element.getEnclosingElement().getKind().isInterface() ? "interface's method" : "method";
      case FIELD, RECORD_COMPONENT -> "field";
      case ENUM_CONSTANT -> "enum member";
      default -> "local";
    };
  }

  private static String fullName(Element element) {
    String own = element.getSimpleName().toString();
    for (Element at = element.getEnclosingElement(); at != null; at = at.getEnclosingElement()) {
      if (at instanceof TypeElement && !at.getSimpleName().isEmpty()) {
        own = at.getSimpleName() + "." + own;
      }
    }
    return own;
  }

  /** The project's methods that this one overrides or implements, over any number of steps. */
  private Set<Integer> supersOf(Element element) {
    Set<Integer> found = new TreeSet<>();
    if (element instanceof ExecutableElement method && method.getKind() == ElementKind.METHOD
        && method.getEnclosingElement() instanceof TypeElement owner) {
      for (TypeElement above : allAbove(owner)) {
        for (Element one : above.getEnclosedElements()) {
          if (one instanceof ExecutableElement other && elements.overrides(method, other, owner)) {
            found.add(numberOf(other));
          }
        }
      }
    }
    found.removeIf(number -> number < 0);
    return found;
  }

  private Set<TypeElement> allAbove(TypeElement type) {
    Set<TypeElement> all = new LinkedHashSet<>();
    List<TypeMirror> waiting = new ArrayList<>(types.directSupertypes(type.asType()));
    while (!waiting.isEmpty()) {
      TypeMirror one = waiting.remove(0);
      if (one instanceof DeclaredType known && known.asElement() instanceof TypeElement above && all.add(above)) {
        waiting.addAll(types.directSupertypes(one));
      }
    }
    return all;
  }

  private String meaningOf(List<Element> meant) {
    if (meant.isEmpty()) {
      return "null";
    }
    Set<Integer> found = new LinkedHashSet<>();
    meant.forEach(one -> found.add(numberOf(one)));
    List<Integer> own = found.stream().filter(number -> number >= 0).toList();
    return !own.isEmpty() ? own.toString() : found.contains(-1) ? "\"foreign\"" : "null";
  }

  private static String quote(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private void write() {
    PrintWriter out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8)));
    files.forEach((path, names) -> out.println("{\"path\":" + quote(path) + ",\"occurrences\":[" + names.stream()
        .map(one -> "[" + one.line() + "," + one.column() + "," + quote(one.text()) + "," + one.flags() + "," + meaningOf(one.meant()) + "]")
        .collect(Collectors.joining(",")) + "]}"));
    Map<Element, Integer> written = new HashMap<>();
    // What a symbol overrides may be a symbol that no name means.
    while (written.size() < numbers.size()) {
      for (Element element : List.copyOf(numbers.keySet())) {
        if (written.putIfAbsent(element, 0) == null) {
          Place place = declared.get(element);
          out.println("{\"symbol\":" + numbers.get(element) + ",\"name\":" + quote(element.getSimpleName().toString()) + ",\"path\":"
              + quote(fullName(element)) + ",\"kind\":" + quote(kindOf(element)) + ",\"places\":[[" + quote(place.path()) + ","
              + place.line() + "]],\"supers\":" + supersOf(element) + "}");
        }
      }
    }
    out.flush();
  }
}
