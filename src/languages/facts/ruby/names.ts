// Lists of Ruby's names: what is built in, and what calls are worth a warning. Data only.
import { READS_OR_WRITES, UNSAFE } from "../../../vocabulary/facts.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const BUILT_IN: ReadonlySet<string> = words(`
Array BasicObject Class Comparable Complex Data Dir ENV Encoding Enumerable Enumerator Exception File Float Hash IO Integer Kernel
Module NameError NoMethodError NotImplementedError Numeric Object ObjectSpace Proc Process Random Range Rational Regexp
RuntimeError StandardError ArgumentError KeyError IndexError TypeError StopIteration String Struct Symbol Thread Time TrueClass
FalseClass NilClass Marshal Math Mutex Signal STDIN STDOUT STDERR ARGV RUBY_VERSION
puts print p pp require require_relative raise loop lambda proc format sprintf rand sleep exit abort at_exit catch throw binding
block_given? caller freeze frozen? nil? is_a? kind_of? respond_to? send public_send instance_variable_get instance_variable_set
private public protected private_constant module_function attr_reader attr_writer attr_accessor include extend prepend
alias_method define_method refine using new_ostruct_member class_eval instance_eval module_eval warn gets srand
`);

/** Methods of collections that hand a block one of what is in them. */
export const GIVES_ONE: ReadonlySet<string> = words(`
each map flat_map select filter reject find detect find_all each_with_index each_with_object any? all? none? one? sum min_by max_by
sort_by group_by partition count find_index index take_while drop_while filter_map each_entry reverse_each uniq to_h collect
collect_concat delete_if keep_if
`);

/** Methods that hand a block what they are called on. */
export const GIVES_SELF: ReadonlySet<string> = words("tap then yield_self");

const OUTSIDE = words("File IO Dir FileUtils Net TCPSocket UDPSocket Socket URI Pathname Tempfile");
const LEAVES_SAFETY = words("eval system exec spawn instance_eval class_eval module_eval fork popen");

/** Hazards of a call, by what it is called on and its name as written. */
export function hazardsOf(receiver: string, method: string): number {
  if ((receiver === "" || receiver === "Kernel" || receiver === "IO") && LEAVES_SAFETY.has(method)) {
    return UNSAFE;
  }
  return OUTSIDE.has(receiver.split("::")[0] ?? "") ? READS_OR_WRITES : 0;
}
