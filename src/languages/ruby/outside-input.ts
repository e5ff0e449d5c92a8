// What comes from outside of a Ruby program, and which calls are dangerous with it.
import type { OutsideInput } from "../contract/outside-input.ts";

export const rubyInput: OutsideInput = {
  functions: /^(?:method|singleton_method)$/,
  sources: {
    request:
      /params(?:\[[^\]\n]*\])+|params\.(?:fetch|require|dig)\([^)\n]*\)|cookies\[[^\]\n]*\]|request\.(?:params|query_string|body\.read|GET|POST|path|referer|user_agent|headers)\b(?:\[[^\]\n]*\])?/y,
    caller: /ARGV\b(?:\[[^\]\n]*\]|\.\w+)?|gets\b|STDIN\.(?:read|gets)/y,
  },
  free: /^(?:params|request|cookies)$/,
  calls: [
    {
      danger: "code",
      callee: /^(?:Kernel\.)?eval$|\.(?:instance_eval|class_eval|module_eval)$|\.constantize$/,
      argument: 0,
    },
    {
      danger: "command",
      callee: /^(?:Kernel\.)?(?:system|exec|spawn)$|^IO\.popen$|^Open3\.\w+$/,
      argument: 0,
      unless: /shellescape|Shellwords/,
    },
    {
      danger: "query",
      callee: /\.(?:find_by_sql|execute|exec_query|select_all|select_value|update_all|delete_all)$/,
      argument: 0,
      unless: /sanitize_sql|\bquote\(/,
    },
    {
      danger: "query",
      callee: /\.(?:where|order|joins|having|group|pluck|find_by)$/,
      argument: 0,
      needs: /\(?\s*"[^"]*#\{/,
      unless: /sanitize_sql|\bquote\(/,
      isQuery: true,
    },
    {
      danger: "object",
      callee: /^Marshal\.(?:load|restore)$|^YAML\.(?:unsafe_load|load)$|^Oj\.(?:load|object_load)$/,
      argument: 0,
    },
    {
      danger: "path",
      callee: /^(?:File|IO)\.(?:read|open|new|write|delete|readlines|binread)$|^send_file$|^FileUtils\.rm\w*$/,
      argument: 0,
      unless: /File\.basename/,
    },
    { danger: "markup", callee: /\.html_safe$|^raw$/, argument: 0 },
  ],
  numbers: { node: /^call$/, text: /\.to_[ifr]$/ },
  statements: { subshell: "command" },
  passing:
    /^(?:to_s|strip|chomp|downcase|upcase|join|format|sprintf|gsub|sub|dup|freeze|fetch|to_str|concat|presence)$/,
};
