<?php
// Parses files with PHP's own parser. argv: a file that lists absolute paths, and from which of them on. stdout: a line of JSON
// for each file. Some errors end PHP at once: the rest is then parsed by another process.
error_reporting(0);
ini_set('memory_limit', '1G');
$paths = array_values(array_filter(explode("\n", file_get_contents($argv[1]))));
$at = (int) ($argv[2] ?? 0);

function say(string $path, ?string $error): void
{
    echo json_encode(['path' => $path, 'error' => $error], JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}

register_shutdown_function(function () use (&$paths, &$at, $argv) {
    if ($at < count($paths)) {
        $last = error_get_last();
        say($paths[$at], ($last['line'] ?? 0) . ': ' . ($last['message'] ?? 'ended'));
        flush();
        passthru(implode(' ', array_map('escapeshellarg', [PHP_BINARY, __FILE__, $argv[1], (string) ($at + 1)])), $code);
        exit($code);
    }
});

for (; $at < count($paths); $at++) {
    try {
        token_get_all(file_get_contents($paths[$at]), TOKEN_PARSE);
        say($paths[$at], null);
    } catch (\ParseError $problem) {
        say($paths[$at], $problem->getLine() . ': ' . $problem->getMessage());
    }
}
