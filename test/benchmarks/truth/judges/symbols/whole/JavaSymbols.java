// The declarations of Java files by the parser of Eclipse's compiler. argv: a file that lists absolute paths. stdout: as typescript.mjs.
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jdt.internal.compiler.ASTVisitor;
import org.eclipse.jdt.internal.compiler.CompilationResult;
import org.eclipse.jdt.internal.compiler.DefaultErrorHandlingPolicies;
import org.eclipse.jdt.internal.compiler.ast.AbstractMethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.AbstractVariableDeclaration;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.FieldDeclaration;
import org.eclipse.jdt.internal.compiler.ast.TypeDeclaration;
import org.eclipse.jdt.internal.compiler.batch.CompilationUnit;
import org.eclipse.jdt.internal.compiler.classfmt.ClassFileConstants;
import org.eclipse.jdt.internal.compiler.impl.CompilerOptions;
import org.eclipse.jdt.internal.compiler.parser.Parser;
import org.eclipse.jdt.internal.compiler.problem.DefaultProblemFactory;
import org.eclipse.jdt.internal.compiler.problem.ProblemReporter;

class JavaSymbols {
  public static void main(String[] args) throws Exception {
    CompilerOptions options = new CompilerOptions();
    options.complianceLevel = options.sourceLevel = options.targetJDK = ClassFileConstants.getLatestJDKLevel();
    options.enablePreviewFeatures = true;
    for (String path : Files.readAllLines(Path.of(args[0]))) {
      if (!path.isEmpty()) {
        String text = Files.readString(Path.of(path));
        var reporter =
            new ProblemReporter(
                DefaultErrorHandlingPolicies.proceedWithAllProblems(), options, new DefaultProblemFactory());
        var source = new CompilationUnit(text.toCharArray(), path, null);
        var result = new CompilationResult(source, 0, 1, 1000);
        CompilationUnitDeclaration unit = new Parser(reporter, true).parse(source, result);
        Listing listing = new Listing(text);
        if (unit.moduleDeclaration != null) {
          var module = unit.moduleDeclaration;
          listing.add(module.moduleName, "module", false, module.sourceStart, module.declarationSourceStart, module.bodyEnd);
        }
        if (unit.types != null && !path.endsWith("package-info.java")) {
          for (TypeDeclaration type : unit.types) {
            listing.type(type, false);
          }
        }
        System.out.println(
            "{\"path\":\""
                + path
                + "\",\"symbols\":"
                + (result.hasSyntaxError ? "null" : "[" + String.join(",", listing.found) + "]")
                + "}");
      }
    }
  }

  private static class Listing {
    final List<String> found = new ArrayList<>();
    private final String text;

    Listing(String text) {
      this.text = text;
    }

    private long lineAt(int offset) {
      return 1 + text.substring(0, Math.max(0, offset)).chars().filter(one -> one == '\n').count();
    }

    void add(char[] name, String kind, boolean inFunction, int at, int first, int last) {
      found.add(
          "[\"" + new String(name) + "\"," + lineAt(at) + ",\"" + kind + "\"," + inFunction + "," + lineAt(first) + "," + lineAt(last) + "]");
    }

    void type(TypeDeclaration type, boolean inFunction) {
      boolean isNamed = type.name.length > 0 && (type.bits & org.eclipse.jdt.internal.compiler.ast.ASTNode.IsAnonymousType) == 0;
      if (isNamed && !type.isImplicitType()) {
        int kind = TypeDeclaration.kind(type.modifiers);
        String ours =
            kind == TypeDeclaration.ENUM_DECL
                ? "enum"
                : kind == TypeDeclaration.INTERFACE_DECL || kind == TypeDeclaration.ANNOTATION_TYPE_DECL ? "interface" : "class";
        add(type.name, ours, inFunction, type.sourceStart, type.declarationSourceStart, type.bodyEnd);
      }
      if (type.fields != null) {
        for (FieldDeclaration field : type.fields) {
          if (field.getKind() == AbstractVariableDeclaration.FIELD) {
            add(field.name, "variable", inFunction, field.sourceStart, field.declarationSourceStart, field.declarationEnd);
          }
          inside(field.initialization, inFunction);
          if (field instanceof org.eclipse.jdt.internal.compiler.ast.Initializer block) {
            inside(block.block, inFunction);
          }
        }
      }
      if (type.methods != null) {
        for (AbstractMethodDeclaration method : type.methods) {
          if (method.isClinit() || method.isDefaultConstructor() || method.declarationSourceStart < 0) {
            continue;
          }
          add(method.selector, "method", inFunction, method.sourceStart, method.declarationSourceStart, method.declarationSourceEnd);
          if (method.statements != null) {
            for (var one : method.statements) {
              inside(one, true);
            }
          }
        }
      }
      if (type.memberTypes != null) {
        for (TypeDeclaration member : type.memberTypes) {
          type(member, inFunction);
        }
      }
    }

    /** Types that stand in an expression or a statement. */
    private void inside(org.eclipse.jdt.internal.compiler.ast.ASTNode node, boolean inFunction) {
      if (node == null) {
        return;
      }
      node.traverse(
          new ASTVisitor() {
            @Override
            public boolean visit(TypeDeclaration local, org.eclipse.jdt.internal.compiler.lookup.BlockScope scope) {
              type(local, inFunction);
              return false;
            }
          },
          null);
    }
  }
}
