// Which types of errors the languages of the JVM catch, and what silence means for them.
import { fallbackTo } from "../inspection/handler-forms.ts";

/** Part of the normal course, or never thrown where the platform keeps its promises. */
export const EXPECTED =
  /^(?:InterruptedException|CancellationException|FileNotFoundException|NoSuchFileException|FileAlreadyExistsException|ClassNotFoundException|NoClassDefFoundError|NoSuchMethodException|NoSuchFieldException|NumberFormatException|DateTimeParseException|CloneNotSupportedException|UnsupportedEncodingException|NoSuchElementException|MissingResourceException|ActivityNotFoundException|NameNotFoundException|EOFException|ClosedChannelException|RejectedExecutionException|AccessControlException|SecurityException|InaccessibleObjectException)$/;

export const BROAD = /^(?:Exception|Throwable|RuntimeException|Error)$/;

export const FALLBACK = fallbackTo(
  String.raw`Optional\.empty\(\)|(?:Collections\.)?empty(?:List|Map|Set)(?:<[\w<>, ]*>)?\(\)|(?:List|Map|Set)(?:\.of|\.empty)?\(\)|new \w+(?:<[\w<>, ]*>)?\(\)|Option\.empty|Nil|Boolean\.(?:TRUE|FALSE)`,
);

export const CONVERSION =
  /^(?:return |(?:final |val |var )?[\w.<>]+(?: \w+)? = |\w+ = )?(?:(?:Integer|Long|Double|Float|Boolean|Short|Byte|UUID|LocalDate\w*|Instant|Duration|URI|Enum|Class|Pattern)\.(?:parse\w*|valueOf|fromString|create|forName|compile|decode)|[\w.]+\.to(?:Int|Long|Double|Float|BigDecimal)|new (?:BigDecimal|BigInteger|URL|URI|SimpleDateFormat|JSONObject|JSONArray)|[\w.]*get(?:Declared)?(?:Method|Field|Constructor))\(/;
