// What a Package.swift says of a project.
import { firstGroup, type Manifest } from "../contract/manifest.ts";

export const swiftPackage: Manifest = {
  files: ["Package.swift"],
  packages: ["Package.swift"],
  read: (text) => ({
    name: firstGroup(/name:\s*"([^"]{1,200})"/, text),
    description: null,
    build: ["swift build"],
    test: ["swift test"],
  }),
};
