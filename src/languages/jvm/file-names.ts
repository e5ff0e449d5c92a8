// Names that Maven, Gradle and compilers for the JVM give.
import type { FileNames } from "../../vocabulary/file-names.ts";

export const jvmFiles: FileNames = {
  rootMarkers: "pom.xml build.gradle{,.kts} settings.gradle{,.kts}",
  lockFiles: "gradle.lockfile buildscript-gradle.lockfile",
  binaryExtensions: "class jar war ear aar",
  codeExtensions: "java kt scala",
  vendoredFolders: ".gradle .m2",
};
