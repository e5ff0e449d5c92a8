// Names of JavaScript, of its run-time environments and of TypeScript's own types: no project's, where a text binds no such name.
import { wordSet } from "../../../vocabulary/text.ts";

export const BUILT_IN: ReadonlySet<string> = wordSet(`
Array ArrayBuffer BigInt Boolean DataView Date Error EvalError Float32Array Float64Array Function Infinity Int16Array
Int32Array Int8Array Intl JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String
Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array WeakMap WeakRef WeakSet Atomics SharedArrayBuffer
Iterator AggregateError console decodeURI decodeURIComponent encodeURI encodeURIComponent eval isFinite isNaN
parseFloat parseInt setTimeout setInterval setImmediate clearTimeout clearInterval clearImmediate queueMicrotask
structuredClone require module process Buffer __dirname __filename document navigator undefined arguments
Partial Required Readonly Record Pick Omit Exclude Extract NonNullable Parameters ReturnType InstanceType
ConstructorParameters Awaited ReadonlyArray ReadonlyMap ReadonlySet PromiseLike ArrayLike Iterable AsyncIterable
IterableIterator Generator AsyncGenerator ThisType Uppercase Lowercase Capitalize Uncapitalize PropertyKey
TemplateStringsArray NoInfer WeakKey OmitThisParameter ThisParameterType Disposable AsyncDisposable AsyncIterator FinalizationRegistry
`);
