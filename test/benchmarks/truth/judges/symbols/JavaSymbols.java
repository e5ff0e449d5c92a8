// The types, methods and fields that javac's parser reads. argv: a file that lists absolute paths. stdout: as typescript.mjs.
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

class JavaSymbols {
  public static void main(String[] args) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      for (String path : Files.readAllLines(Path.of(args[0]))) {
        if (path.isEmpty()) {
          continue;
        }
        JavacTask task =
            (JavacTask)
                compiler.getTask(
                    null, files, problem -> {}, List.of("-proc:none"), null, files.getJavaFileObjects(Path.of(path)));
        for (CompilationUnitTree unit : task.parse()) {
          Listing listing = new Listing(unit, Trees.instance(task));
          unit.accept(listing, false);
          System.out.println("{\"path\":\"" + path + "\",\"symbols\":[" + String.join(",", listing.found) + "]}");
        }
      }
    }
  }

  /** The argument: whether a method's body is around. */
  private static class Listing extends TreeScanner<Void, Boolean> {
    private final List<String> found = new ArrayList<>();
    private final CompilationUnitTree unit;
    private final Trees trees;
    private final String text;
    private ClassTree around;

    Listing(CompilationUnitTree unit, Trees trees) throws IOException {
      this.unit = unit;
      this.trees = trees;
      this.text = unit.getSourceFile().getCharContent(true).toString();
    }

    @Override
    public Void visitClass(ClassTree tree, Boolean inMethod) {
      if (!tree.getSimpleName().isEmpty()) {
        String kind = tree.getKind() == Tree.Kind.ANNOTATION_TYPE ? "annotation" : tree.getKind().name().toLowerCase();
        add(tree.getSimpleName().toString(), tree, tree.getModifiers(), kind, inMethod);
      }
      ClassTree outer = around;
      around = tree;
      for (Tree member : tree.getMembers()) {
        member.accept(this, inMethod);
        if (member instanceof VariableTree field) {
          long from = Math.max(startOf(field), endOf(field.getModifiers()));
          boolean isConstant = from >= 0 && text.substring((int) from).stripLeading().startsWith(field.getName().toString());
          boolean isComponent =
              tree.getKind() == Tree.Kind.RECORD && !field.getModifiers().getFlags().contains(Modifier.STATIC);
          String kind = isConstant ? "enumConstant" : isComponent ? "component" : "field";
          add(field.getName().toString(), field, field.getModifiers(), kind, inMethod);
        }
      }
      around = outer;
      return null;
    }

    @Override
    public Void visitMethod(MethodTree tree, Boolean inMethod) {
      boolean isConstructor = tree.getName().contentEquals("<init>");
      String name = isConstructor ? around.getSimpleName().toString() : tree.getName().toString();
      add(name, tree, tree.getModifiers(), "method", inMethod);
      return tree.getBody() == null ? null : tree.getBody().accept(this, true);
    }

    private long startOf(Tree tree) {
      return trees.getSourcePositions().getStartPosition(unit, tree);
    }

    private long endOf(Tree tree) {
      return trees.getSourcePositions().getEndPosition(unit, tree);
    }

    /** On the line of its name, which is the first such word behind the modifiers and, for a field or a method, its type. */
    private void add(String name, Tree tree, Tree modifiers, String kind, boolean inMethod) {
      long from = Math.max(startOf(tree), endOf(modifiers));
      Tree type =
          tree instanceof VariableTree field ? field.getType() : tree instanceof MethodTree method ? method.getReturnType() : null;
      if (type != null && !kind.equals("enumConstant")) {
        from = Math.max(from, endOf(type));
      }
      var match = Pattern.compile("\\b" + Pattern.quote(name) + "(?![\\w$])").matcher(text);
      if (from >= 0 && match.find((int) from)) {
        found.add("[\"" + name + "\"," + unit.getLineMap().getLineNumber(match.start()) + ",\"" + kind + "\"," + inMethod + "]");
      }
    }
  }
}
