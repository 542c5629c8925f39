// The graph of imports between the project's files, and of calls of SQL functions.
import { dirname, join, normalize } from 'node:path';
import { importsOf } from '../boundaries.mjs';

/** Folders of the workspace's packages, by name. A subpath import `name/x` is `src/x.ts` there. */
const PACKAGES = {
  '@stagedoor/contract': 'packages/contract/src',
  '@stagedoor/server': 'apps/server/src',
  '@stagedoor/web': 'apps/web/src',
};
/** Modules of a package that are not named by their path. */
const MAIN_MODULES = {
  '@stagedoor/contract': 'packages/contract/src/index.ts',
  '@stagedoor/server': 'apps/server/src/app.ts',
  '@stagedoor/web/pages': 'apps/web/src/app/pages.ts',
  '@stagedoor/web/guard': 'apps/web/src/app/guard.ts',
};

/**
 * The file that an import names, relative to the project, or undefined for a library.
 *
 * @param {string} from the importing file, relative to the project
 * @param {string} specifier
 */
export const resolveImport = (from, specifier) => {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier.split('?')[0]));
  if (MAIN_MODULES[specifier]) return MAIN_MODULES[specifier];
  const name = Object.keys(PACKAGES).find((candidate) => specifier.startsWith(`${candidate}/`));
  return name ? `${PACKAGES[name]}${specifier.slice(name.length)}.ts` : undefined;
};

/** Folder of the code that calls the ledger's SQL functions. */
export const ledgerFolder = 'apps/server/src/ledger';

const FUNCTIONS = /\bcreate (?:or replace )?function ([a-z_][\w.]*)\s*\(/gi;
const CALLS = /\b([a-z_]\w*(?:\.[a-z_]\w*)?)\s*\(/g;

/** SQL functions that a text declares. */
export const namesOfFunctions = (text) => [...text.matchAll(FUNCTIONS)].map((match) => match[1]);

const isFunctionFile = (path) => /^apps\/server\/functions\/.*\.sql$/.test(path);

/** Adds the files that call each SQL function to those that import the file it is declared in. */
const addCallers = (texts, add) => {
  const files = new Map(
    [...texts].filter(([path]) => isFunctionFile(path)).flatMap(([path, text]) => namesOfFunctions(text).map((name) => [name, path])),
  );
  for (const [from, text] of texts) {
    if (!isFunctionFile(from) && !/^apps\/server\/src\/(?!testing\/).*\.ts$/.test(from)) continue;
    for (const [, name] of text.matchAll(CALLS)) if (files.has(name) && files.get(name) !== from) add(files.get(name), from);
  }
};

/**
 * For each file the files that import it; for each file of SQL functions the files that call one of them.
 *
 * @param {ReadonlyMap<string, string>} texts the text of each file, by path
 * @returns {Map<string, Set<string>>}
 */
export const importersOf = (texts) => {
  const importers = new Map();
  const add = (target, from) => {
    if (!importers.has(target)) importers.set(target, new Set());
    importers.get(target).add(from);
  };
  for (const [from, text] of texts) {
    if (!/\.(?:tsx?|mjs)$/.test(from)) continue;
    for (const specifier of importsOf(text)) {
      const target = resolveImport(from, specifier);
      if (target) add(target, from);
    }
  }
  addCallers(texts, add);
  return importers;
};

/** Files that import a whole package: importing them says nothing about which part is used. */
const HUBS = new Set([
  'packages/contract/src/index.ts',
  'packages/contract/src/texts/index.ts',
  'apps/server/src/app.ts',
  'apps/server/src/modules.ts',
]);

/**
 * Every file that reaches one of the changed files, with the number of imports between them: 0 for the changed files. Those that reach them only
 * through a hub are left out without `throughHubs`.
 *
 * @param {readonly string[]} changed
 * @param {Map<string, Set<string>>} importers
 * @returns {Map<string, number>}
 */
export const distancesFrom = (changed, importers, { throughHubs = true } = {}) => {
  const distances = new Map(changed.map((path) => [path, 0]));
  const queue = [...changed];
  for (const path of queue) {
    if (!throughHubs && HUBS.has(path) && distances.get(path) > 0) continue;
    for (const importer of importers.get(path) ?? []) {
      if (distances.has(importer)) continue;
      distances.set(importer, distances.get(path) + 1);
      queue.push(importer);
    }
  }
  return distances;
};
