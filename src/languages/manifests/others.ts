// Manifests whose ecosystem has one command to build and one to test, so that the manifest's being there says both.
import { parseJsonObject } from "../configs/json-with-comments.ts";
import { firstGroup, type Manifest, tomlTable, tomlText } from "./manifest.ts";

const cargo: Manifest = {
  files: ["Cargo.toml"],
  read(text) {
    const own = tomlTable(text, "package");
    const all = /^\s*\[workspace\]/m.test(text) ? " --workspace" : "";
    return {
      name: tomlText(own, "name"),
      description: tomlText(own, "description"),
      build: [`cargo build${all}`],
      test: [`cargo test${all}`],
    };
  },
};

const goMod: Manifest = {
  files: ["go.mod"],
  read(text) {
    const module = firstGroup(/^module\s+"?([^\s"]+)/m, text);
    return { name: module, description: null, build: ["go build ./..."], test: ["go test ./..."] };
  },
};

const pyproject: Manifest = {
  files: ["pyproject.toml"],
  read(text, files) {
    const own = tomlTable(text, "project") || tomlTable(text, "tool.poetry");
    const test =
      files.has("tox.ini") || /^\s*\[tool\.tox/m.test(text) ? ["tox"] : /pytest/.test(text) ? ["pytest"] : [];
    return {
      name: tomlText(own, "name"),
      description: tomlText(own, "description"),
      build: /^\s*\[build-system\]/m.test(text) ? ["python -m build"] : [],
      test,
    };
  },
};

const maven: Manifest = {
  files: ["pom.xml"],
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

const gradle: Manifest = {
  files: ["settings.gradle.kts", "settings.gradle", "build.gradle.kts", "build.gradle"],
  read(text, files) {
    const run = files.has("gradlew") ? "./gradlew" : "gradle";
    const name = firstGroup(/rootProject\.name\s*=\s*["']([^"']{1,200})["']/, text);
    return { name, description: null, build: [`${run} build`], test: [`${run} test`] };
  },
};

const composer: Manifest = {
  files: ["composer.json"],
  read(text) {
    const config = parseJsonObject(text);
    if (config === null) {
      return null;
    }
    const { name, description, scripts } = config;
    const hasTest = typeof scripts === "object" && scripts !== null && "test" in scripts;
    return {
      name: typeof name === "string" ? name : null,
      description: typeof description === "string" ? description : null,
      build: ["composer install"],
      test: hasTest ? ["composer test"] : [],
    };
  },
};

const gemspec: Manifest = {
  files: [".gemspec", "Rakefile"],
  read(text, files) {
    const task = /(?:task|Task\.new)[\s(]*:?["']?(test|spec)\b/.exec(text)?.[1];
    const test = task !== undefined ? [`bundle exec rake ${task}`] : files.has(".rspec") ? ["bundle exec rspec"] : [];
    return {
      name: firstGroup(/\.name\s*=\s*["']([^"'#]{1,200})["']/, text),
      description: firstGroup(/\.summary\s*=\s*["']([^"'#]{1,300})["']/, text),
      build: [],
      test,
    };
  },
};

const make: Manifest = {
  files: ["Makefile", "makefile", "GNUmakefile"],
  read(text) {
    const has = (target: string) => new RegExp(`^${target}\\s*:(?!=)`, "m").test(text);
    const test = ["test", "check"].find(has);
    return {
      name: null,
      description: null,
      build: has("build") ? ["make build"] : has("all") ? ["make"] : [],
      test: test === undefined ? [] : [`make ${test}`],
    };
  },
};

const cmake: Manifest = {
  files: ["CMakeLists.txt"],
  read(text) {
    const hasTests = /^\s*(?:enable_testing|include\s*\(\s*CTest)\b/im.test(text);
    return {
      name: firstGroup(/^\s*project\s*\(\s*"?([\w.+-]{1,200})/im, text),
      description: null,
      build: ["cmake -B build && cmake --build build"],
      test: hasTests ? ["ctest --test-dir build"] : [],
    };
  },
};

const swiftPackage: Manifest = {
  files: ["Package.swift"],
  read: (text) => ({
    name: firstGroup(/name:\s*"([^"]{1,200})"/, text),
    description: null,
    build: ["swift build"],
    test: ["swift test"],
  }),
};

const dotnet: Manifest = {
  files: [".sln", ".slnx"],
  read: () => ({ name: null, description: null, build: ["dotnet build"], test: ["dotnet test"] }),
};

const sbt: Manifest = {
  files: ["build.sbt"],
  read: (text) => ({
    name: firstGroup(/^\s*(?:ThisBuild\s*\/\s*)?name\s*:=\s*"([^"]{1,200})"/m, text),
    description: null,
    build: ["sbt compile"],
    test: ["sbt test"],
  }),
};

const mix: Manifest = {
  files: ["mix.exs"],
  read: (text) => ({
    name: firstGroup(/app:\s*:(\w{1,100})/, text),
    description: null,
    build: ["mix compile"],
    test: ["mix test"],
  }),
};

/** By how much they say; a Makefile often only calls one of the others. */
export const OTHER_MANIFESTS: readonly Manifest[] = [
  cargo,
  goMod,
  pyproject,
  maven,
  gradle,
  sbt,
  mix,
  swiftPackage,
  dotnet,
  cmake,
  composer,
  gemspec,
  make,
];
