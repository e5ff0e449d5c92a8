// Replaces the SDK's validator of JSON Schemas in the bundle. It checks what users answer to questions of a server (elicitation), which
// this one never asks; its library would be loaded before `initialize` is answered.

import nodeProcess from "node:process";

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("this server asks its users nothing");
  }
}

/** What else the SDK takes from there. */
export const process: NodeJS.Process = nodeProcess;
