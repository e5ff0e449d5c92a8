# The functions and outermost variables of R files by R's own parser. argv: a file that lists absolute paths. stdout: as typescript.mjs.
is_assignment <- function(one) is.call(one) && as.character(one[[1]])[1] %in% c("<-", "=", "<<-")
is_named <- function(target) is.name(target) || is.character(target)
is_call_of <- function(one, names) is.call(one) && deparse(one[[1]])[1] %in% names
quoted <- function(name) encodeString(name, quote = '"')
class_makers <- c("setRefClass", "R6Class", "R6::R6Class", "new_class", "S7::new_class", "ggproto")

# The names of `a <- b <- value`, and the value.
chain_of <- function(one) {
  names <- list()
  while (is_assignment(one) && is_named(one[[2]])) {
    names <- c(names, as.character(one[[2]]))
    one <- one[[3]]
  }
  # `one$two <- function…` names the function as it is reached.
  if (is_assignment(one) && is_call_of(one[[2]], "$") && is_call_of(one[[3]], "function")) {
    names <- c(names, deparse(one[[2]]))
    one <- one[[3]]
  }
  list(names = names, value = one)
}

# The line of each name of a chain, in the tokens of its statement.
line_of <- function(tokens, name) {
  first <- tokens$line1[1]
  found <- tokens$line1[tokens$text %in% c(name, sprintf("`%s`", name), sprintf("\"%s\"", name), sprintf("'%s'", name))]
  if (length(found) == 0) first else found[1]
}

symbols_of <- function(path) {
  parsed <- tryCatch(parse(path, keep.source = TRUE), error = function(problem) NULL)
  if (is.null(parsed)) return("null")
  places <- attr(parsed, "srcref")
  tokens <- getParseData(parsed)
  tokens <- tokens[tokens$terminal, ]
  found <- character()
  for (at in seq_along(parsed)) {
    chain <- chain_of(parsed[[at]])
    lines <- places[[at]]
    own <- tokens[tokens$line1 >= lines[1] & tokens$line1 <= lines[3], ]
    value <- chain$value
    kind <- if (is_call_of(value, "function")) "function" else if (is_call_of(value, class_makers)) "class" else "variable"
    for (name in chain$names) {
      found <- c(found, sprintf('[%s,%d,"%s",false,%d,%d]', quoted(name), line_of(own, name), kind, lines[1], lines[3]))
    }
  }
  # What blocks and functions assign is their own.
  assigned <- which(tokens$token[-1] %in% c("LEFT_ASSIGN", "EQ_ASSIGN") & tokens$token[-nrow(tokens)] == "SYMBOL")
  for (at in assigned) {
    line <- tokens$line1[at]
    key <- sprintf('[%s,%d,', quoted(gsub("^`|`$", "", tokens$text[at])), line)
    if (!any(startsWith(found, key))) found <- c(found, sprintf('%s"function",true,%d,%d]', key, line, line))
  }
  paste0("[", paste(found, collapse = ","), "]")
}

for (path in readLines(commandArgs(trailingOnly = TRUE)[1])) {
  if (nzchar(path)) cat(sprintf('{"path":"%s","symbols":%s}\n', path, symbols_of(path)))
}
