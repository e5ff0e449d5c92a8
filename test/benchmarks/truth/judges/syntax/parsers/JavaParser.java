// Parses files with javac's parser. argv: a file that lists absolute paths. stdout: a line of JSON for each file.
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

class JavaParser {
  public static void main(String[] args) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      for (String path : Files.readAllLines(Path.of(args[0]))) {
        if (!path.isEmpty()) {
          System.out.println("{\"path\":" + quote(path) + ",\"error\":" + quote(errorOf(compiler, files, path)) + "}");
        }
      }
    }
  }

  private static String errorOf(JavaCompiler compiler, StandardJavaFileManager files, String path) throws IOException {
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    JavacTask task =
        (JavacTask)
            compiler.getTask(
                null, files, problems, List.of("-proc:none", "-Xlint:none"), null, files.getJavaFileObjects(Path.of(path)));
    task.parse();
    return problems.getDiagnostics().stream()
        .filter(one -> one.getKind() == Diagnostic.Kind.ERROR)
        .map(one -> one.getLineNumber() + ": " + one.getMessage(null).split("\n")[0])
        .findFirst()
        .orElse(null);
  }

  private static String quote(String text) {
    return text == null ? "null" : "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\t", " ") + "\"";
  }
}
