// Replaces `sharp` in the bundle, which transformers.js loads for image models; this program embeds text only.

// biome-ignore lint/style/noDefaultExport: transformers.js imports the default export of sharp.
export default function openImage(): never {
  throw new Error("context-broker reads no images");
}
