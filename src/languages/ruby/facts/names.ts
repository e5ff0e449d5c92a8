// Data: lists of Ruby's names: what is built in, and what calls are worth a warning.

import { READS_OR_WRITES, UNSAFE } from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";

/** Kernel's and Module's own that hardly any class has another of. */
export const BUILT_IN: ReadonlySet<string> = wordSet(`
puts pp require require_relative raise loop lambda proc block_given? frozen? nil? is_a? kind_of? respond_to? instance_variable_get
instance_variable_set private public protected private_constant module_function attr_reader attr_writer attr_accessor include
extend prepend alias_method define_method __FILE__ __LINE__ __dir__ __method__
`);

/** Ruby's own classes and modules: who opens one at the top of a file adds to it. */
export const OWN_CLASSES: ReadonlySet<string> = wordSet(`
Array BasicObject Class Comparable Complex Data Date DateTime Delegator Dir ENV Encoding Enumerable Enumerator ERB Exception
FalseClass File Float Hash IO Integer Kernel LoadError Logger Marshal Math Method Module Mutex NameError NilClass NoMethodError
Numeric Object ObjectSpace OpenStruct Pathname Proc Process Random Range Rational Regexp Set Signal SimpleDelegator Singleton
StandardError String StringIO Struct Symbol Thread Time TrueClass UnboundMethod URI
`);

/** Methods of collections that pass an element to a block. */
export const PASSES_ELEMENT: ReadonlySet<string> = wordSet(`
each map flat_map select filter reject find detect find_all each_with_index each_with_object any? all? none? one? sum min_by max_by
sort_by group_by partition count find_index index take_while drop_while filter_map each_entry reverse_each uniq to_h collect
collect_concat delete_if keep_if
`);

/** Methods that pass their receiver to a block. */
export const PASSES_SELF: ReadonlySet<string> = wordSet("tap then yield_self");

/** Methods that return their receiver, or a copy of it. */
export const IS_SELF: ReadonlySet<string> = wordSet("tap dup clone freeze itself");

/** Methods that return a collection of their block's results. */
export const COLLECTS_RESULTS: ReadonlySet<string> = wordSet("map collect filter_map");

/** Methods whose block runs with a class, or an instance, as `self`. */
export const SETS_CLASS: ReadonlySet<string> = wordSet("class_eval module_eval class_exec module_exec");
export const SETS_INSTANCE: ReadonlySet<string> = wordSet("instance_eval instance_exec");

const OUTSIDE = wordSet("File IO Dir FileUtils Net TCPSocket UDPSocket Socket URI Pathname Tempfile");
const LEAVES_SAFETY = wordSet("eval system exec spawn instance_eval class_eval module_eval fork popen");

/** Hazards of a call, by what it is called on and its name as written. */
export function hazardsOf(receiver: string, method: string): number {
  if ((receiver === "" || receiver === "Kernel" || receiver === "IO") && LEAVES_SAFETY.has(method)) {
    return UNSAFE;
  }
  return OUTSIDE.has(receiver.split("::")[0] ?? "") ? READS_OR_WRITES : 0;
}
