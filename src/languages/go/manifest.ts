// What a go.mod says of a project.
import { firstGroup, type Manifest } from "../contract/manifest.ts";

export const goMod: Manifest = {
  files: ["go.mod"],
  read(text) {
    const module = firstGroup(/^module\s+"?([^\s"]+)/m, text);
    return { name: module, description: null, build: ["go build ./..."], test: ["go test ./..."] };
  },
};
