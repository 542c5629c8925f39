// Completes package-lock.json with the optional packages of other platforms.
//
// A registry that mirrors only some platforms makes npm leave the others out of the lock file, and then `npm ci` refuses that lock file everywhere
// ("Missing: … from lock file"). Their names contain their platform, so they can be added without the registry: npm skips what doesn't fit the machine.
//
//   node scripts/complete-lock.mjs           adds what is missing (run it after `npm install <package>`)
//   node scripts/complete-lock.mjs --check   exits 1 when something is missing
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { printLine } from './terminal.mjs';

const lockPath = fileURLToPath(new URL('../package-lock.json', import.meta.url));

const systems = ['darwin', 'linux', 'win32', 'android', 'freebsd', 'openbsd', 'netbsd', 'openharmony', 'sunos', 'aix'];
const processors = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32'];

/** The `os`, `cpu` and `libc` a binary package's name states, or undefined when it states none: then only the registry knows. */
const platformOf = (name) => {
  const words = name.toLowerCase().split(/[-/]/);
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  if (!os || !cpu) return cpu === 'wasm32' ? { cpu: [cpu] } : undefined;
  const libc =
    os !== 'linux'
      ? undefined
      : words.some((word) => word.startsWith('musl'))
        ? 'musl'
        : words.some((word) => word.startsWith('gnu'))
          ? 'glibc'
          : undefined;
  return { cpu: [cpu], ...(libc ? { libc: [libc] } : {}), os: [os] };
};

/** Adds to `packages` (a lock file's) the optional packages that its entries name and that are nowhere in it. Answers the added and the unknowable names. */
export const completeLock = (packages) => {
  const added = [];
  const unknown = [];
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (packages[`${path}/node_modules/${name}`] || packages[`node_modules/${name}`] || !/^\d/.test(version)) continue;
      const platform = platformOf(name);
      if (!platform) {
        unknown.push(name);
        continue;
      }
      packages[`node_modules/${name}`] = { version, ...platform, ...(entry.dev ? { dev: true } : {}), optional: true };
      added.push(name);
    }
  }
  return { added, unknown };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync(lockPath, 'utf8'));
  const { added, unknown } = completeLock(lock.packages);
  if (unknown.length > 0)
    printLine(`package-lock.json lacks optional packages whose platform their name does not tell: ${unknown.join(', ')}`);
  if (process.argv.includes('--check')) {
    if (added.length > 0) {
      printLine(`package-lock.json lacks ${added.length} packages of other platforms; run: node scripts/complete-lock.mjs`);
      process.exit(1);
    }
  } else if (added.length > 0) {
    const [root, ...rest] = Object.entries(lock.packages);
    lock.packages = Object.fromEntries([root, ...rest.sort(([a], [b]) => a.localeCompare(b, 'en'))]);
    writeFileSync(lockPath, `${JSON.stringify(lock, null, 2)}\n`);
    printLine(`package-lock.json: ${added.length} packages of other platforms added.`);
  }
}
