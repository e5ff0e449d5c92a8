// What a mix.exs says of a project.
import { firstGroup, type Manifest } from "../contract/manifest.ts";

export const mix: Manifest = {
  files: ["mix.exs"],
  packages: ["mix.exs"],
  read: (text) => ({
    name: firstGroup(/app:\s*:(\w{1,100})/, text),
    description: null,
    build: ["mix compile"],
    test: ["mix test"],
  }),
};
