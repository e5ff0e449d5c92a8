<?php
// Prints methods and properties of PHP's own classes for ../library-members.mjs. Its XML extensions are a package of their own (Debian: php-xml).
const EXTENSIONS = ['Core', 'date', 'dom', 'hash', 'json', 'PDO', 'random', 'Reflection', 'SimpleXML', 'SPL', 'standard', 'xmlreader', 'xmlwriter'];

foreach (array_diff(EXTENSIONS, get_loaded_extensions(), ['random']) as $missing) {
    throw new RuntimeException("PHP's extension $missing is not loaded");
}
echo '# PHP ', PHP_VERSION, ', public and protected members of the classes of its extensions', "\n# ", implode(' ', EXTENSIONS), "\n";
foreach ([...get_declared_classes(), ...get_declared_interfaces()] as $name) {
    $class = new ReflectionClass($name);
    if (in_array($class->getExtensionName(), EXTENSIONS, true)) {
        foreach ([...$class->getMethods(), ...$class->getProperties()] as $member) {
            if (!$member->isPrivate()) {
                echo $member->getName(), "\n";
            }
        }
    }
}
