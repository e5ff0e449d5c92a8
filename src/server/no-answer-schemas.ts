// Replaces the SDK's JSON Schema validator in the bundle. The SDK uses it only for answers of users to a server's questions (elicitation), which
// this server never asks, and its library would slow down the answer to `initialize`.

import nodeProcess from "node:process";

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("this server asks its users nothing");
  }
}

/** What else the SDK takes from there. */
export const process: NodeJS.Process = nodeProcess;
