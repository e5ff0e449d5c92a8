// What helps where git says that it cannot read a repository.

/** What git says of an object that a partial clone has not, or that was never fetched. */
const LACKS_OBJECT = /\b(?:unable to read|missing|promisor|not a tree object|could not fetch|bad object|bad tree)\b/i;

/** What to do where objects are lacking. */
export const FETCH_OBJECTS =
  "this clone lacks objects of its history: fetch them (`git fetch --refetch --filter=blob:limit=1g`, or clone without --filter)";

/** By the extension of a repository's format: what it is, and the first git that reads it (git's release notes). */
const READ_FROM: Readonly<Record<string, string>> = {
  refstorage: "references in a reftable, which git 2.45 and newer reads",
  relativeworktrees: "working trees by relative paths, which git 2.48 and newer reads",
  compatobjectformat: "objects under two hashes, which git 2.45 and newer reads",
  objectformat: "objects by SHA-256, which git 2.29 and newer reads",
};

/** `reason`: what git said. The words for a person go on after a comma, or end. */
export function gitRemedy(reason: string): string {
  if (LACKS_OBJECT.test(reason)) return FETCH_OBJECTS;
  const [, extension] = /\bunknown repository extensions? found:\s*([\w-]+)/.exec(reason) ?? [];
  if (extension === undefined) return "check that git 2.30 or newer runs in this folder";
  const what = READ_FROM[extension.toLowerCase()] ?? `the extension ${extension}, of which this git knows nothing`;
  return `install a newer git: the repository has ${what} (\`git --version\` says which one runs)`;
}
