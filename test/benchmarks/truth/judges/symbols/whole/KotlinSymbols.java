// The declarations of Kotlin files by the parser of Kotlin's compiler. argv: a file that lists absolute paths. stdout: as typescript.mjs.
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.kotlin.cli.jvm.compiler.EnvironmentConfigFiles;
import org.jetbrains.kotlin.cli.jvm.compiler.KotlinCoreEnvironment;
import org.jetbrains.kotlin.com.intellij.openapi.util.Disposer;
import org.jetbrains.kotlin.com.intellij.psi.PsiComment;
import org.jetbrains.kotlin.com.intellij.psi.PsiElement;
import org.jetbrains.kotlin.com.intellij.psi.PsiErrorElement;
import org.jetbrains.kotlin.com.intellij.psi.PsiWhiteSpace;
import org.jetbrains.kotlin.com.intellij.psi.util.PsiTreeUtil;
import org.jetbrains.kotlin.config.CompilerConfiguration;
import org.jetbrains.kotlin.psi.*;

class KotlinSymbols {
  public static void main(String[] args) throws Exception {
    System.setProperty("idea.home.path", "/tmp");
    var configuration = new CompilerConfiguration();
    configuration.put(
        org.jetbrains.kotlin.config.CommonConfigurationKeys.MESSAGE_COLLECTOR_KEY,
        org.jetbrains.kotlin.cli.common.messages.MessageCollector.Companion.getNONE());
    var environment =
        KotlinCoreEnvironment.createForProduction(
            Disposer.newDisposable("parser"), configuration, EnvironmentConfigFiles.JVM_CONFIG_FILES);
    var factory = new KtPsiFactory(environment.getProject(), false);
    for (String path : Files.readAllLines(Path.of(args[0]))) {
      if (!path.isEmpty()) {
        String text = Files.readString(Path.of(path)).replace("\r\n", "\n").replace("\uFEFF", "");
        KtFile file = factory.createFile(path.endsWith(".kts") ? "a.kts" : "a.kt", text);
        boolean isBroken = PsiTreeUtil.findChildOfType((PsiElement) file, PsiErrorElement.class) != null;
        List<String> found = new ArrayList<>();
        list(file, text, found);
        System.out.println(
            "{\"path\":\"" + path + "\",\"symbols\":" + (isBroken ? "null" : "[" + String.join(",", found) + "]") + "}");
      }
    }
    System.exit(0);
  }

  private static String kindOf(KtDeclaration one) {
    boolean isMember = one.getParent() instanceof KtClassBody;
    if (one instanceof KtEnumEntry || one instanceof KtParameter || one instanceof KtTypeParameter) {
      return null;
    }
    if (one instanceof KtClass type) {
      return type.isInterface() ? "interface" : type.isEnum() ? "enum" : "class";
    }
    return one instanceof KtObjectDeclaration
        ? "class"
        : one instanceof KtNamedFunction
            ? isMember ? "method" : "function"
            : one instanceof KtSecondaryConstructor
                ? "method"
                : one instanceof KtProperty || one instanceof KtDestructuringDeclarationEntry ? "variable" : one instanceof KtTypeAlias ? "type" : null;
  }

  private static void list(KtFile file, String text, List<String> found) {
    for (KtDeclaration one : PsiTreeUtil.collectElementsOfType((PsiElement) file, KtDeclaration.class)) {
      String kind = kindOf(one);
      String name = one instanceof KtSecondaryConstructor ? "constructor" : one.getName();
      if (kind == null || name == null) {
        continue;
      }
      // A companion without a name is called Companion by the parser.
      PsiElement named = one instanceof KtNamedDeclaration declaration ? declaration.getNameIdentifier() : null;
      if (named == null && !(one instanceof KtSecondaryConstructor)) {
        continue;
      }
      PsiElement whole = one instanceof KtDestructuringDeclarationEntry ? one.getParent() : one;
      PsiElement first = whole.getFirstChild();
      while (first != null && (first instanceof PsiComment || first instanceof PsiWhiteSpace)) {
        first = first.getNextSibling();
      }
      PsiElement last = whole.getLastChild();
      while (last != null && (last instanceof PsiComment || last instanceof PsiWhiteSpace)) {
        last = last.getPrevSibling();
      }
      boolean inFunction = false;
      for (PsiElement up = whole.getParent(); up != null; up = up.getParent()) {
        inFunction = inFunction || up instanceof KtFunction || up instanceof KtPropertyAccessor || up instanceof KtAnonymousInitializer;
      }
      int at = named == null ? one.getTextOffset() : named.getTextRange().getStartOffset();
      found.add(
          "[\"" + name + "\"," + lineAt(text, at) + ",\"" + kind + "\"," + inFunction + ","
              + lineAt(text, first.getTextRange().getStartOffset()) + "," + lineAt(text, last.getTextRange().getEndOffset() - 1) + "]");
    }
  }

  private static int lineAt(String text, int offset) {
    return text.substring(0, Math.max(0, offset)).split("\n", -1).length;
  }
}
