// Which languages' imports are followed over a whole project, and by what.
import type { ModuleResolver } from "../../linking/lookup.ts";

export function resolverOf(_language: string): ModuleResolver | undefined {
  return undefined;
}
