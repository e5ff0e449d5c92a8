// Prints methods and fields of the JDK, or of jars, for ../library-members.mjs: java library-members.java PACKAGE… [--jars JAR…]
// Without packages: those of the JDK that most projects use.
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class LibraryMembers {
  private static final String JDK = """
      java.lang java.lang.constant java.lang.ref java.lang.reflect java.util java.util.concurrent java.util.concurrent.atomic
      java.util.concurrent.locks java.util.function java.util.logging java.util.random java.util.regex java.util.stream java.time
      java.io java.nio java.nio.charset java.nio.file java.net java.net.http java.math java.text java.security java.sql""".strip();

  public static void main(String[] arguments) throws Exception {
    var given = Stream.of(arguments).takeWhile(one -> !one.equals("--jars")).toList();
    var jars = Stream.of(arguments).skip(given.size() + 1).map(Path::of).toList();
    var packages = given.isEmpty() ? List.of(JDK.split("\\s+")) : given;
    var urls = new ArrayList<URL>();
    var roots = new ArrayList<Path>();
    for (var jar : jars) {
      urls.add(jar.toUri().toURL());
      roots.add(FileSystems.newFileSystem(jar).getPath("/"));
    }
    if (jars.isEmpty()) {
      try (var modules = Files.list(FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules"))) {
        roots.addAll(modules.toList());
      }
    }
    var from = jars.stream().map(jar -> jar.getFileName().toString()).collect(Collectors.joining(", "));
    System.out.println("# " + (jars.isEmpty() ? "Java " + Runtime.version().feature() : from) + ", public members of public classes of");
    System.out.println("# " + String.join(" ", packages));
    try (var loader = new URLClassLoader(urls.toArray(URL[]::new))) {
      for (var name : packages) {
        for (var root : roots) {
          print(root.resolve(name.replace('.', '/')), name, loader);
        }
      }
    }
  }

  private static void print(Path folder, String packageName, ClassLoader loader) throws Exception {
    if (!Files.isDirectory(folder)) {
      return;
    }
    List<Path> files;
    try (var all = Files.list(folder)) {
      files = all.filter(file -> file.toString().endsWith(".class")).toList();
    }
    for (var file : files) {
      var name = packageName + "." + file.getFileName().toString().replace(".class", "");
      var type = Class.forName(name, false, loader);
      // Functions outside of classes are in classes that Kotlin names, and inlined ones are private there.
      var isKotlinFile = name.matches(".*Kt(__.*)?");
      if (isKotlinFile || isVisible(type)) {
        Stream.<Member>concat(Stream.of(type.getDeclaredMethods()), Stream.of(type.getDeclaredFields()).filter(LibraryMembers::isNoConstant))
            .filter(member -> !member.isSynthetic() && (isKotlinFile || Modifier.isPublic(member.getModifiers())))
            .map(Member::getName).forEach(System.out::println);
      }
    }
  }

  private static boolean isNoConstant(Field field) {
    return Character.isLowerCase(field.getName().charAt(0));
  }

  /** Whether it and every class around it is public. */
  private static boolean isVisible(Class<?> type) {
    return Modifier.isPublic(type.getModifiers()) && (type.getEnclosingClass() == null || isVisible(type.getEnclosingClass()));
  }
}
