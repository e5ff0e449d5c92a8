// The rules of a project without settings, for tests that open a corpus themselves.
import { FILE_NAMES } from "../../src/languages/registry.ts";
import type { ProjectRules } from "../../src/project/rules.ts";

export const DEFAULT_RULES: ProjectRules = {
  include: [],
  exclude: [],
  maxFileBytes: 1024 * 1024,
  search: [],
  dockerignore: true,
  fileNames: FILE_NAMES,
};
