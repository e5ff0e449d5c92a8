# The functions and outermost variables of R files by R's own parser. argv: a file that lists absolute paths. stdout: as typescript.mjs.
symbols_of <- function(path) {
  parsed <- tryCatch(parse(path, keep.source = TRUE), error = function(problem) NULL)
  if (is.null(parsed)) return("null")
  places <- attr(parsed, "srcref")
  found <- character()
  for (at in seq_along(parsed)) {
    one <- parsed[[at]]
    if (is.call(one) && as.character(one[[1]])[1] %in% c("<-", "=", "<<-") && (is.name(one[[2]]) || is.character(one[[2]]))) {
      value <- one[[3]]
      is_function <- is.call(value) && identical(as.character(value[[1]])[1], "function")
      lines <- places[[at]]
      kind <- if (is_function) "function" else "variable"
      found <- c(found, sprintf('["%s",%d,"%s",false,%d,%d]', as.character(one[[2]]), lines[1], kind, lines[1], lines[3]))
    }
  }
  paste0("[", paste(found, collapse = ","), "]")
}

for (path in readLines(commandArgs(trailingOnly = TRUE)[1])) {
  if (nzchar(path)) cat(sprintf('{"path":"%s","symbols":%s}\n', path, symbols_of(path)))
}
