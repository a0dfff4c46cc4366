<?php
// Says where composer's own class loader finds classes, and which classes are PHP's own.
//   php oracle.php ClassLoader.php < {"root": …, "composers": [folder, …], "names": [class, …]}
require $argv[1];

$given = json_decode(stream_get_contents(STDIN), true);
$root = $given['root'];
$loader = new Composer\Autoload\ClassLoader();
foreach ($given['composers'] as $folder) {
    $base = $folder === '' ? $root : "$root/$folder";
    $file = json_decode(file_get_contents("$base/composer.json"), true) ?: [];
    foreach (['autoload', 'autoload-dev'] as $section) {
        $paths = fn ($given) => array_map(fn ($path) => rtrim("$base/$path", '/'), (array) $given);
        foreach ($file[$section]['psr-4'] ?? [] as $prefix => $folders) $loader->addPsr4($prefix, $paths($folders));
        foreach ($file[$section]['psr-0'] ?? [] as $prefix => $folders) $loader->add($prefix, $paths($folders));
    }
}
$files = [];
$own = [];
$known = array_flip(array_map('strtolower', [...get_declared_classes(), ...get_declared_interfaces()]));
foreach ($given['names'] as $name) {
    $path = $loader->findFile($name);
    if ($path !== false) $files[$name] = substr(realpath($path), strlen($root) + 1);
    if (isset($known[strtolower($name)])) $own[] = $name;
}
echo json_encode(['files' => (object) $files, 'own' => $own]);
