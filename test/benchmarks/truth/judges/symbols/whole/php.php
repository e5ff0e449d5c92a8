<?php
// The declarations of PHP files by nikic/PHP-Parser. argv: the folder of tools, a file that lists absolute paths. stdout: as typescript.mjs.
use PhpParser\Node;
use PhpParser\ParserFactory;
use PhpParser\PhpVersion;

spl_autoload_register(function (string $class) use ($argv) {
    require $argv[1] . '/php-parser/lib/' . str_replace('\\', '/', $class) . '.php';
});

final class Listing
{
    public array $found = [];

    private function add(string $name, int $line, string $kind, Node $whole, bool $inFunction): void
    {
        $this->found[] = [$name, $line, $kind, $inFunction, $whole->getStartLine(), $whole->getEndLine()];
    }

    public function visit(mixed $node, bool $inFunction): void
    {
        if (is_array($node)) {
            foreach ($node as $one) {
                $this->visit($one, $inFunction);
            }
            return;
        }
        if (!$node instanceof Node) {
            return;
        }
        $kind = match (true) {
            $node instanceof Node\Stmt\Interface_ => 'interface',
            $node instanceof Node\Stmt\Enum_ => 'enum',
            $node instanceof Node\Stmt\ClassLike => 'class',
            $node instanceof Node\Stmt\ClassMethod => 'method',
            $node instanceof Node\Stmt\Function_ => 'function',
            default => null,
        };
        if ($kind !== null && $node->name !== null) {
            $this->add((string) $node->name, $node->name->getStartLine(), $kind, $node, $inFunction);
        }
        if ($node instanceof Node\Stmt\Property) {
            foreach ($node->props as $one) {
                $this->add((string) $one->name, $one->getStartLine(), 'variable', $node, $inFunction);
            }
        }
        if ($node instanceof Node\Stmt\ClassConst || $node instanceof Node\Stmt\Const_) {
            foreach ($node->consts as $one) {
                $this->add((string) $one->name, $one->name->getStartLine(), 'variable', $node, $inFunction);
            }
        }
        $isBody = $node instanceof Node\FunctionLike;
        foreach ($node->getSubNodeNames() as $name) {
            $this->visit($node->$name, $inFunction || $isBody);
        }
    }
}

$parser = (new ParserFactory())->createForVersion(PhpVersion::fromComponents(8, 5));
foreach (array_filter(explode("\n", file_get_contents($argv[2]))) as $path) {
    $listing = new Listing();
    try {
        $listing->visit($parser->parse(file_get_contents($path)), false);
        $symbols = $listing->found;
    } catch (\PhpParser\Error) {
        $symbols = null;
    }
    echo json_encode(['path' => $path, 'symbols' => $symbols], JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}
