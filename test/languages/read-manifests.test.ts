import { expect, it } from "vitest";
import { readManifests } from "../../src/languages/read-manifests.ts";

function check(files: Readonly<Record<string, string>>): string {
  const { name, description, build, test } = readManifests(new Map(Object.entries(files)), new Set(Object.keys(files)));
  return [name, description, build.join(" + "), test.join(" + ")].map((part) => part || "-").join(" | ");
}

it.each([
  [
    { "package.json": '{"name": "shop", "description": "Sells", "scripts": {"build": "x", "test": "y"}}' },
    "shop | Sells | npm run build | npm test",
  ],
  [
    { "package.json": '{"name": "@a/root", "packageManager": "pnpm@9.1.0", "scripts": {"test": "y"}}' },
    "- | - | - | pnpm test",
  ],
  [{ "package.json": "{" }, "- | - | - | -"],
  [
    { "Cargo.toml": '[workspace]\nmembers = []\n[package]\nname = "shop"\n[dependencies]\nname = "no"' },
    "shop | - | cargo build --workspace | cargo test --workspace",
  ],
  [
    { "Cargo.toml": 'package.name = "shop"\npackage.description = """\nSells\nbooks.\n"""' },
    "shop | Sells books. | cargo build | cargo test",
  ],
  [
    { "go.mod": "module example.org/shop\n", Makefile: "BUILD := x\ntest: a\n\tgo test\n" },
    "example.org/shop | - | go build ./... | go test ./... + make test",
  ],
  [
    { "pyproject.toml": '[build-system]\nrequires = []\n[project]\nname = "shop"\n', "tox.ini": "" },
    "shop | - | python -m build | tox",
  ],
  [
    { "pom.xml": "<project><parent><artifactId>no</artifactId></parent><artifactId>shop</artifactId></project>" },
    "shop | - | mvn package | mvn test",
  ],
  [{ "settings.gradle.kts": 'rootProject.name = "shop"', gradlew: "" }, "shop | - | ./gradlew build | ./gradlew test"],
  [
    { "composer.json": '{"name": "a/shop", "scripts": {"test": "x"}}' },
    "a/shop | - | composer install | composer test",
  ],
  [
    { "shop.gemspec": 's.name = "shop"\ns.summary = "Sells"', Rakefile: "Rake::TestTask.new(:test)" },
    "shop | Sells | - | bundle exec rake test",
  ],
  [
    { "CMakeLists.txt": "project(shop CXX)\nenable_testing()" },
    "shop | - | cmake -B build && cmake --build build | ctest --test-dir build",
  ],
  [{ "shop.sln": "", "notes.txt": "" }, "- | - | dotnet build | dotnet test"],
])("%j", (files, expected) => {
  expect(check(files)).toBe(expected);
});
