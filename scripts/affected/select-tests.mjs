// Chooses the tests of a change. Pure: works on texts, graphs and durations that it is given.
import { dirname } from 'node:path';
import { distancesFrom, importersOf } from './import-graph.mjs';

/**
 * @typedef {{ file: string, project: 'unit' | 'components' | 'integration', reason: string, seconds: number }} Choice
 * @typedef {{ texts: ReadonlyMap<string, string>, changed: readonly string[], moduleGraph: Record<string, readonly string[]>,
 *   tableOwners: ReadonlyMap<string, string>, durations: ReadonlyMap<string, number>, budgetSeconds: number }} Project
 */

const MODULES = 'apps/server/src/modules/';
const CONTRACT = 'packages/contract/src/';

/** Tests of the whole contract: they take minutes and belong to `npm test`. */
const GENERATED = /^apps\/server\/src\/testing\//;

/** Seconds of a test file without an earlier run, by project. */
const ESTIMATES = { unit: 1, components: 10, integration: 6 };

/** Files that any test may depend on, though no import says so. */
const EVERYTHING =
  /^(?:package(?:-lock)?\.json|vitest\.config\.ts|apps\/web\/vitest\.config\.ts|tsconfig[\w.]*\.json|scripts\/tests\/(?!.*\.test\.ts$).*|apps\/server\/src\/(?:platform\/)?testing\/(?!.*\.test\.ts$).*|apps\/web\/testing\/.*)$/;

/** The changed files because of which any test may be affected. @param {readonly string[]} changed */
export const filesBehindEverything = (changed) => changed.filter((path) => EVERYTHING.test(path));

/** The project that runs a test file in a short time, or undefined. */
const projectOf = (path) => {
  if (path.endsWith('.component.test.tsx')) return 'components';
  if (path.endsWith('.integration.test.ts')) return 'integration';
  return /\.test\.tsx?$/.test(path) && !path.endsWith('.long.test.ts') && !path.endsWith('.journey.test.ts') ? 'unit' : undefined;
};

const moduleOf = (path) => (path.startsWith(MODULES) ? path.slice(MODULES.length).split('/')[0] : undefined);

const ENDPOINT_KEYS = /'((?:GET|POST|PUT|DELETE) \/[^']*)'/g;
const keysIn = (text) => new Set([...text.matchAll(ENDPOINT_KEYS)].map((match) => match[1]));

const TABLES = /\b(?:table(?: if (?:not )?exists)?|into|update|from|join|on)\s+(?:only\s+)?([a-z_][\w.]*)/g;

/** Modules whose tables an SQL file names, and those of TypeScript files. */
export const modulesOf = (changed, texts, tableOwners) => {
  const modules = new Set();
  for (const path of changed) {
    const module = moduleOf(path);
    if (module) modules.add(module);
    if (path.endsWith('.sql'))
      for (const [, table] of (texts.get(path) ?? '').matchAll(TABLES)) if (tableOwners.has(table)) modules.add(tableOwners.get(table));
  }
  return modules;
};

/** Endpoints of a change: those of a changed contract file, those of a changed module's noun, and those that the module binds. */
const endpointsOf = (changed, modules, texts) => {
  const keys = new Set();
  for (const [path, text] of texts) {
    const isChangedContract = changed.includes(path) && path.startsWith(CONTRACT) && !path.includes('/texts/');
    const isOfModule = path.startsWith(CONTRACT) && modules.has(path.slice(CONTRACT.length, -'.ts'.length));
    const isBound = path.endsWith('.routes.ts') && modules.has(moduleOf(path));
    if (isChangedContract || isOfModule || isBound) for (const key of keysIn(text)) keys.add(key);
  }
  return keys;
};

const countShared = (one, other) => [...one].filter((value) => other.has(value)).length;

/** Why an integration test is chosen, and its rank: the lower, the sooner. Undefined when it is not affected. */
const rankIntegration = (path, text, { changed, modules, folders, endpoints, moduleGraph }) => {
  if (GENERATED.test(path)) return undefined;
  if (changed.includes(path)) return { rank: 0, reason: 'changed' };
  const module = moduleOf(path);
  if (folders.has(dirname(path)) || (module && modules.has(module))) return { rank: 1, reason: `beside the change, in ${dirname(path)}` };
  const shared = countShared(keysIn(text), endpoints);
  if (shared === 0) return undefined;
  const isDependent = module && moduleGraph[module]?.some((name) => modules.has(name));
  return { rank: (isDependent ? 1 : 1.5) + 1 / (1 + shared), reason: `calls ${shared} of its endpoints` };
};

/** Folders of the server outside of modules whose files changed: their integration tests stand beside them. */
const foldersOf = (changed) => {
  const folders = new Set(changed.filter((path) => path.startsWith('apps/server/src/') && !moduleOf(path)).map(dirname));
  if (changed.some((path) => /^apps\/server\/functions\/ledger-.*\.sql$/.test(path))) folders.add('apps/server/src/ledger');
  if (changed.some((path) => path.startsWith('apps/server/migrations/'))) folders.add('apps/server/src/platform/database');
  return folders;
};

/**
 * Chooses the tests of a change, nearest first, until the budget is spent.
 *
 * @param {Project} project
 * @returns {{ modules: string[], chosen: Choice[], leftOut: Choice[], journeys: string[] }}
 */
export const selectTests = ({ texts, changed, moduleGraph, tableOwners, durations, budgetSeconds }) => {
  const modules = modulesOf(changed, texts, tableOwners);
  const endpoints = endpointsOf(changed, modules, texts);
  const scope = { changed, modules, folders: foldersOf(changed), endpoints, moduleGraph };
  const distances = distancesFrom(
    changed.filter((path) => /\.(?:tsx?|mjs)$/.test(path)),
    importersOf(texts),
  );
  const ranked = [];
  for (const [path, text] of texts) {
    const project = projectOf(path);
    if (!project) continue;
    const found =
      project === 'integration'
        ? rankIntegration(path, text, scope)
        : distances.has(path)
          ? {
              rank: Math.min(3, distances.get(path) / 2),
              reason: distances.get(path) === 0 ? 'changed' : `${distances.get(path)} imports away`,
            }
          : undefined;
    if (found) ranked.push({ ...found, file: path, project, seconds: durations.get(path) ?? ESTIMATES[project] });
  }
  ranked.sort((one, other) => one.rank - other.rank || one.seconds - other.seconds);
  const chosen = [];
  const leftOut = [];
  let spent = 0;
  for (const { rank: _rank, ...choice } of ranked) {
    if (chosen.length > 0 && spent + choice.seconds > budgetSeconds) leftOut.push(choice);
    else {
      chosen.push(choice);
      spent += choice.seconds;
    }
  }
  return {
    modules: [...modules].toSorted((one, other) => one.localeCompare(other)),
    chosen,
    leftOut,
    journeys: journeysOf(texts, changed, modules),
  };
};

/** Journeys whose text names a changed module or feature of the web, as a word or in an address. */
const journeysOf = (texts, changed, modules) => {
  const features = changed.flatMap((path) => /^apps\/web\/src\/(?:features|routes)\/([\w-]+)/.exec(path)?.[1] ?? []);
  const names = [...new Set([...modules, ...features])];
  if (names.length === 0) return [];
  const pattern = new RegExp(`/(?:${names.join('|')})\\b`);
  return [...texts].filter(([path, text]) => path.includes('.journey.') && pattern.test(text)).map(([path]) => path);
};
