// What the build files of Maven and Gradle say of a project.
import { firstGroup, type Manifest } from "../contract/manifest.ts";

export const maven: Manifest = {
  files: ["pom.xml"],
  packages: ["pom.xml"],
  read(text) {
    // The parent's coordinates come first, and are another project's.
    const own = text.replace(/<parent>[\s\S]*?<\/parent>/, "");
    return {
      name: firstGroup(/<artifactId>([^<$]{1,200})</, own),
      description: firstGroup(/<description>\s*([^<$]{1,400})/, own),
      build: ["mvn package"],
      test: ["mvn test"],
    };
  },
};

export const gradle: Manifest = {
  files: ["settings.gradle.kts", "settings.gradle", "build.gradle.kts", "build.gradle"],
  packages: ["build.gradle", "build.gradle.kts"],
  read(text, files) {
    const run = files.has("gradlew") ? "./gradlew" : "gradle";
    const name = firstGroup(/rootProject\.name\s*=\s*["']([^"']{1,200})["']/, text);
    return { name, description: null, build: [`${run} build`], test: [`${run} test`] };
  },
};
