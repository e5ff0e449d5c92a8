// What a solution says of a project: that .NET builds it.
import type { Manifest } from "../contract/manifest.ts";

export const dotnet: Manifest = {
  files: [".sln", ".slnx"],
  packages: [".csproj"],
  read: () => ({ name: null, description: null, build: ["dotnet build"], test: ["dotnet test"] }),
};
