// What a build.sbt says of a project.
import { firstGroup, type Manifest } from "../contract/manifest.ts";

export const sbt: Manifest = {
  files: ["build.sbt"],
  read: (text) => ({
    name: firstGroup(/^\s*(?:ThisBuild\s*\/\s*)?name\s*:=\s*"([^"]{1,200})"/m, text),
    description: null,
    build: ["sbt compile"],
    test: ["sbt test"],
  }),
};
