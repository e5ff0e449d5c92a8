// Stands in the bundle for `sharp`, which transformers.js loads for models of images; this program embeds text alone.

// biome-ignore lint/style/noDefaultExport: transformers.js imports the default export of sharp.
export default function openImage(): never {
  throw new Error("context-broker reads no images");
}
