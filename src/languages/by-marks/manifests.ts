// What the build files of Make and CMake say of a project.
import { firstGroup, type Manifest } from "../contract/manifest.ts";

export const make: Manifest = {
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

export const cmake: Manifest = {
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
