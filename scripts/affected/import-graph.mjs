// The graph of imports between the project's TypeScript files.
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

/**
 * For each file the files that import it.
 *
 * @param {ReadonlyMap<string, string>} texts the text of each TypeScript file, by path
 * @returns {Map<string, Set<string>>}
 */
export const importersOf = (texts) => {
  const importers = new Map();
  for (const [from, text] of texts) {
    for (const specifier of importsOf(text)) {
      const target = resolveImport(from, specifier);
      if (!target) continue;
      if (!importers.has(target)) importers.set(target, new Set());
      importers.get(target).add(from);
    }
  }
  return importers;
};

/** Files that import all of their kind: whatever imports them depends on everything, and so on nothing in particular. */
const HUBS = [
  'packages/contract/src/index.ts',
  'packages/contract/src/texts/index.ts',
  'apps/server/src/app.ts',
  'apps/server/src/modules.ts',
];

/**
 * Every file that reaches one of the changed files other than through a hub, with the number of imports between them: 0 for the changed files.
 *
 * @param {readonly string[]} changed
 * @param {Map<string, Set<string>>} importers
 * @returns {Map<string, number>}
 */
export const distancesFrom = (changed, importers) => {
  const distances = new Map(changed.map((path) => [path, 0]));
  const queue = [...changed];
  for (const path of queue) {
    if (HUBS.includes(path) && distances.get(path) > 0) continue;
    for (const importer of importers.get(path) ?? []) {
      if (distances.has(importer)) continue;
      distances.set(importer, distances.get(path) + 1);
      queue.push(importer);
    }
  }
  return distances;
};
