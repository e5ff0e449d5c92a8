import { describe } from "vitest";
import { answersAre, codeTools } from "../../../support/code-tools.ts";

const tools = codeTools();

describe("list_languages", () => {
  answersAre("list_languages", [{}, { all: true }, { every: true }], tools);
});
