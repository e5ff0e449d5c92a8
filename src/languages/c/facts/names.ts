// Data: lists of C's and C++'s names: what is built in, what is as good as what is in it, and what calls are worth a warning.

import { hazardsOf } from "../../../facts/common.ts";
import { wordSet } from "../../../vocabulary/text.ts";

export const BUILT_IN: ReadonlySet<string> = wordSet(`
std NULL nullptr size_t ssize_t ptrdiff_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t
va_list va_start va_end va_arg FILE stdin stdout stderr errno __func__ __FILE__ __LINE__ __VA_ARGS__
`);

/** Types that are as good as what is in them. */
export const TRANSPARENT: ReadonlySet<string> = wordSet(
  "unique_ptr shared_ptr weak_ptr optional reference_wrapper atomic observer_ptr scoped_ptr intrusive_ptr",
);

/** Collections of their first type argument, and below those of their second. */
export const COLLECTIONS: ReadonlySet<string> = wordSet(
  "vector list deque set unordered_set multiset array span forward_list queue stack priority_queue initializer_list",
);
export const MAPS: ReadonlySet<string> = wordSet("map unordered_map multimap unordered_multimap");

/** A call of these returns the type that is their type argument: `static_cast<Store*>(x)`. */
export const MAKES: ReadonlySet<string> = wordSet(`
make_unique make_shared make_optional static_cast dynamic_cast const_cast reinterpret_cast static_pointer_cast
dynamic_pointer_cast const_pointer_cast any_cast get_if
`);

/** Functions that return their argument. */
export const SAME: ReadonlySet<string> = wordSet("std::move std::forward std::ref std::cref std::as_const");

const OUTSIDE = wordSet(
  "fopen fread fwrite fgets fputs open read write recv send socket connect accept bind listen unlink remove rename mkdir rmdir",
);
const LEAVES_SAFETY = wordSet(
  "system popen execl execlp execle execv execvp execve fork dlopen gets strcpy strcat sprintf",
);

export const hazardOf: (name: string) => number = hazardsOf(OUTSIDE, LEAVES_SAFETY);

/** Words of the language that look like names in a macro's text or a condition. */
export const KEYWORDS: ReadonlySet<string> = wordSet(`
if else for while do switch case default break continue return goto sizeof typedef struct union enum static extern const volatile inline register
signed unsigned void char short int long float double bool auto defined
`);
