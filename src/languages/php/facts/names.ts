// Data: lists of PHP's names: what is the language's own, which types are collections, what built-in functions return of
// their arguments, and what calls are worth a warning.

import { hazardsOf } from "../../../facts/common.ts";
import { READS_OR_WRITES } from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";

/** Written like functions, and no project's: the mark of a function's name is behind them. */
export const BUILT_IN: ReadonlySet<string> = new Set(
  "isset empty eval exit die unset list array compact extract func_get_args func_num_args get_called_class"
    .split(" ")
    .map((name) => `${name}/`),
);

/** Of constants that the engine fills in. */
export const MAGIC = /^__[A-Z_]+__$/;

export const SUPERGLOBALS: ReadonlySet<string> = wordSet(
  "_GET _POST _COOKIE _FILES _SERVER _ENV _REQUEST _SESSION GLOBALS argc argv http_response_header",
);

/** Types, as the language or documentation writes them, that are no class and have no members. */
export const SCALARS: ReadonlySet<string> = wordSet(`
int integer float double string bool boolean true false null void never array iterable callable resource scalar numeric number
positive-int negative-int non-empty-string non-empty-array array-key class-string numeric-string callable-string list
`);

/** May be anything. */
export const ANYTHING: ReadonlySet<string> = wordSet("mixed object");

/** Collections, whose element type documentation declares: `array<int, Order>`. */
export const COLLECTIONS: ReadonlySet<string> = wordSet(
  "array non-empty-array list non-empty-list iterable Traversable Iterator IteratorAggregate Generator ArrayIterator ArrayObject",
);

/** Functions that return a collection of the same elements as their argument. */
export const RETURNS_COLLECTION: ReadonlySet<string> = wordSet(`
array_filter array_values array_merge array_reverse array_slice array_splice array_unique array_diff array_diff_key
array_intersect_key array_replace iterator_to_array
`);
/** Functions that return an element of their argument. */
export const RETURNS_ELEMENT: ReadonlySet<string> = wordSet("reset end current next prev array_pop array_shift");
/** Functions that call a function with each element of a collection: the positions of these two arguments. */
export const CALLS_BACK: ReadonlyMap<string, readonly [callback: number, many: number]> = new Map([
  ["array_map", [0, 1]],
  ["array_filter", [1, 0]],
  ["array_walk", [1, 0]],
  ["usort", [1, 0]],
  ["uasort", [1, 0]],
]);

/** Methods of PHPUnit's test cases that return an instance of the class that is their argument. */
export const RETURNS_INSTANCE_OF_ARGUMENT: ReadonlySet<string> = wordSet(
  "createMock createStub createConfiguredMock createConfiguredStub createPartialMock createTestProxy getMockForAbstractClass",
);

const OUTSIDE = wordSet(`
file_get_contents file_put_contents fopen fwrite fputs fread fgets fclose file readfile unlink rename copy mkdir rmdir touch chmod
tempnam tmpfile opendir scandir glob parse_ini_file move_uploaded_file fsockopen stream_socket_client stream_socket_server
curl_init curl_exec curl_multi_exec mysqli_connect mysqli_query pg_connect pg_query mail header setcookie syslog openlog
`);
const LEAVES_SAFETY = wordSet(`
eval exec shell_exec system passthru proc_open popen pcntl_exec pcntl_fork unserialize create_function extract dl
`);
const OUTSIDE_CLASSES = wordSet("PDO mysqli SplFileObject SoapClient FtpClient Redis Memcached ZipArchive");

export const hazardOfFunction: (name: string) => number = hazardsOf(OUTSIDE, LEAVES_SAFETY);

/** Hazards of making a thing of this class. */
export const hazardOfClass = (name: string): number => (OUTSIDE_CLASSES.has(name) ? READS_OR_WRITES : 0);
