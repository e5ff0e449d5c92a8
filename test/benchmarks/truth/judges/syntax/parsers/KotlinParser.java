// Parses files with the parser of Kotlin's compiler. argv: a file that lists absolute paths. stdout: a line of JSON for each file.
import java.nio.file.Files;
import java.nio.file.Path;
import org.jetbrains.kotlin.cli.jvm.compiler.EnvironmentConfigFiles;
import org.jetbrains.kotlin.cli.jvm.compiler.KotlinCoreEnvironment;
import org.jetbrains.kotlin.com.intellij.openapi.util.Disposer;
import org.jetbrains.kotlin.com.intellij.psi.PsiElement;
import org.jetbrains.kotlin.com.intellij.psi.PsiErrorElement;
import org.jetbrains.kotlin.com.intellij.psi.util.PsiTreeUtil;
import org.jetbrains.kotlin.config.CompilerConfiguration;
import org.jetbrains.kotlin.psi.KtFile;
import org.jetbrains.kotlin.psi.KtPsiFactory;

class KotlinParser {
  public static void main(String[] args) throws Exception {
    System.setProperty("idea.home.path", "/tmp");
    var root = Disposer.newDisposable("parser");
    var configuration = new CompilerConfiguration();
    configuration.put(
        org.jetbrains.kotlin.config.CommonConfigurationKeys.MESSAGE_COLLECTOR_KEY,
        org.jetbrains.kotlin.cli.common.messages.MessageCollector.Companion.getNONE());
    var environment =
        KotlinCoreEnvironment.createForProduction(root, configuration, EnvironmentConfigFiles.JVM_CONFIG_FILES);
    var factory = new KtPsiFactory(environment.getProject(), false);
    for (String path : Files.readAllLines(Path.of(args[0]))) {
      if (!path.isEmpty()) {
        String text = Files.readString(Path.of(path)).replace("\r\n", "\n").replace("\uFEFF", "");
        KtFile file = factory.createFile(path.endsWith(".kts") ? "a.kts" : "a.kt", text);
        PsiErrorElement first = PsiTreeUtil.findChildOfType((PsiElement) file, PsiErrorElement.class);
        String error =
            first == null
                ? "null"
                : quote(text.substring(0, first.getTextOffset()).split("\n", -1).length + ": " + first.getErrorDescription());
        System.out.println("{\"path\":" + quote(path) + ",\"error\":" + error + "}");
      }
    }
    System.exit(0);
  }

  private static String quote(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ") + "\"";
  }
}
