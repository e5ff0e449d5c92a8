// What a deletion breaks in Rust beside what names it: an item that a trait asks for is missed where its `impl` begins.
import type { DeletionRules } from "../contract/deletion-rules.ts";

export const rustDeletion: DeletionRules = {
  definingList: /\w!\s*(?:\w+\s*)?[([{]/,
  implied: { definition: /\bimpl\b.*\bfor\b/, asked: /:|\bimpl\b|\bdyn\b/, block: /^\s*(?:unsafe\s+)?impl\b/ },
  reportedAtHead: /^\s*(?:(?:pub|async|unsafe|default)\s+)*(?:const|type|fn)\s/,
};
