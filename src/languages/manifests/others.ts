// Manifests whose ecosystem has one command to build and one to test, so that the manifest's being there says both.
import { asObject, asText, parseJsonWithComments, parseToml, readObject } from "../../system/parse-config.ts";
import { firstGroup, type Manifest } from "./manifest.ts";

const cargo: Manifest = {
  files: ["Cargo.toml"],
  read(text) {
    const manifest = readObject(text, parseToml);
    if (manifest === null) {
      return null;
    }
    const own = asObject(manifest["package"]);
    const all = manifest["workspace"] === undefined ? "" : " --workspace";
    return {
      name: asText(own?.["name"]),
      description: asText(own?.["description"]),
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
    const manifest = readObject(text, parseToml);
    if (manifest === null) {
      return null;
    }
    const tool = asObject(manifest["tool"]);
    const own = asObject(manifest["project"]) ?? asObject(tool?.["poetry"]);
    const hasTox = files.has("tox.ini") || tool?.["tox"] !== undefined;
    return {
      name: asText(own?.["name"]),
      description: asText(own?.["description"]),
      build: manifest["build-system"] === undefined ? [] : ["python -m build"],
      test: hasTox ? ["tox"] : /pytest/.test(text) ? ["pytest"] : [],
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
    const config = readObject(text, parseJsonWithComments);
    if (config === null) {
      return null;
    }
    return {
      name: asText(config["name"]),
      description: asText(config["description"]),
      build: ["composer install"],
      test: asObject(config["scripts"])?.["test"] === undefined ? [] : ["composer test"],
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
