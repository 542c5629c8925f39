// Chooses the tests of a change. Pure: works on texts, graphs and durations that it is given.
import { basename, dirname } from 'node:path';
import { changesContract, countShared, endpointsOf, foldersOf, keysIn, moduleOf, modulesOf } from './changed-modules.mjs';
import { distancesFrom, importersOf } from './import-graph.mjs';

/**
 * @typedef {{ file: string, project: 'unit' | 'components' | 'integration', reason: string, seconds: number }} Choice
 * @typedef {{ texts: ReadonlyMap<string, string>, changed: readonly string[], moduleGraph: Record<string, readonly string[]>,
 *   tableOwners: ReadonlyMap<string, string>, durations: ReadonlyMap<string, number>, budgetSeconds: number }} Project
 */

/** Tests of the whole contract: most take minutes and belong to `npm test`. */
const GENERATED = /^apps\/server\/src\/testing\//;

/** Seconds of a test file without an earlier run, by project. */
const ESTIMATES = { unit: 0.3, components: 5, integration: 6 };
/** Seconds of a generated test without an earlier run: more than any budget. */
const GENERATED_ESTIMATE = 240;
/** Seconds of an integration test that makes or converts films, without an earlier run. */
const FILM_ESTIMATE = 20;
const FILMS = /\btesting\/videos\b|ffmpeg/i;

const estimateOf = (file, project, text) => {
  if (project !== 'integration') return ESTIMATES[project];
  return GENERATED.test(file) ? GENERATED_ESTIMATE : FILMS.test(text) ? FILM_ESTIMATE : ESTIMATES.integration;
};

/** A module's code is this many imports away at most for its main test to be chosen. */
const NEAR = 3;

/** Files that any test may depend on, though no import says so. */
const EVERYTHING =
  /^(?:(?:.*\/)?(?:package(?:-lock)?|tsconfig[\w.]*)\.json|vitest\.config\.ts|apps\/web\/(?:vite|vitest|react-router)[\w.]*\.ts|scripts\/tests\/(?!.*\.test\.ts$).*|apps\/server\/src\/(?:platform\/)?testing\/(?!.*\.test\.ts$).*|apps\/web\/testing\/.*)$/;

/** The changed files because of which any test may be affected. @param {readonly string[]} changed */
export const filesBehindEverything = (changed) => changed.filter((path) => EVERYTHING.test(path));

/** The project that runs a test file in a short time, or undefined. */
const projectOf = (path) => {
  if (path.endsWith('.component.test.tsx')) return 'components';
  if (path.endsWith('.integration.test.ts')) return 'integration';
  return /\.test\.tsx?$/.test(path) && !path.endsWith('.long.test.ts') && !path.endsWith('.journey.test.ts') ? 'unit' : undefined;
};

/** Why a test without a server is chosen, and its rank: the lower, the sooner. Undefined when it is not affected. */
const rankByImports = (path, text, { near, far, endpoints }) => {
  if (near.get(path) === 0) return { rank: 0, reason: 'changed' };
  if (near.has(path)) return { rank: Math.min(3, near.get(path) / 2), reason: `${near.get(path)} imports away` };
  if (!far.has(path)) return undefined;
  const shared = countShared(keysIn(text), endpoints);
  if (shared > 0) return { rank: 3 + 1 / (1 + shared), reason: `calls ${shared} of its endpoints` };
  return { rank: 4.8, reason: 'imports the whole package' };
};

/** Likewise for an integration test. */
const rankIntegration = (path, text, scope) => {
  const { changed, modules, folders, endpoints, moduleGraph } = scope;
  if (changed.includes(path)) return { rank: 0, reason: 'changed' };
  if (GENERATED.test(path)) return changesContract(changed) ? { rank: 6, reason: 'generated from the contract' } : undefined;
  const module = moduleOf(path);
  const shared = countShared(keysIn(text), endpoints);
  if (folders.has(dirname(path))) return { rank: 1, reason: `beside the change, in ${dirname(path)}` };
  if (modules.changed.has(module) || modules.bound.has(module)) {
    const isOwn = !modules.bound.has(module);
    return { rank: (isOwn || shared > 0 ? 1 : 4) + 1 / (1 + shared), reason: `beside the change, in ${dirname(path)}` };
  }
  if (scope.near.has(path) && scope.near.get(path) <= NEAR && scope.near.get(path) > 0)
    return { rank: 2, reason: `${scope.near.get(path)} imports away` };
  if (shared === 0) return undefined;
  const isDependent = module && moduleGraph[module]?.some((name) => modules.changed.has(name));
  return { rank: (isDependent ? 2 : 3) + 1 / (1 + shared), reason: `calls ${shared} of its endpoints` };
};

/** For each module the number of imports between its code and the change. */
const nearModules = ({ near, modules, moduleGraph }) => {
  const distances = new Map();
  for (const [path, distance] of near) {
    const module = moduleOf(path);
    if (module && !/\.test\.tsx?$/.test(path) && distance <= NEAR) distances.set(module, Math.min(distance, distances.get(module) ?? NEAR));
  }
  for (const [module, calls] of Object.entries(moduleGraph))
    if (calls.some((name) => modules.changed.has(name)) && !distances.has(module)) distances.set(module, NEAR);
  return distances;
};

/** The test of a dependent module that says most about it: the one of its name, else its longest. */
const mainTestOf = (module, texts) => {
  const own = [...texts].filter(([path]) => moduleOf(path) === module && path.endsWith('.integration.test.ts'));
  const [first] = own.toSorted(
    ([one, text], [other, otherText]) =>
      Number(basename(other).startsWith(`${module}.`)) - Number(basename(one).startsWith(`${module}.`)) || otherText.length - text.length,
  );
  return first?.[0];
};

/** Main tests of modules that use the change, for those of which no test is chosen yet. */
const rankDependents = (texts, ranked, scope) =>
  [...nearModules(scope)].flatMap(([module, distance]) => {
    if (ranked.some(({ file, project }) => project === 'integration' && moduleOf(file) === module)) return [];
    const file = mainTestOf(module, texts);
    return file ? [{ file, project: 'integration', rank: 4 + distance / 10, reason: `main test of ${module}, which uses the change` }] : [];
  });

/** Splits ranked tests by the budget, nearest first. A test that exceeds the rest of it is left out, and a shorter one may follow. */
const cut = (ranked, budgetSeconds) => {
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
  return { chosen, leftOut };
};

/**
 * Chooses the tests of a change, nearest first, until the budget is spent.
 *
 * @param {Project} project
 * @returns {{ modules: string[], chosen: Choice[], leftOut: Choice[], journeys: string[] }}
 */
export const selectTests = ({ texts, changed, moduleGraph, tableOwners, durations, budgetSeconds }) => {
  const importers = importersOf(texts);
  const modules = modulesOf(changed, texts, tableOwners, moduleGraph, importers);
  const scope = {
    changed,
    modules,
    moduleGraph,
    folders: foldersOf(changed),
    endpoints: endpointsOf(changed, modules, texts),
    near: distancesFrom(changed, importers, { throughHubs: false }),
    far: distancesFrom(changed, importers),
  };
  const ranked = [...texts].flatMap(([file, text]) => {
    const project = projectOf(file);
    const found = project && (project === 'integration' ? rankIntegration : rankByImports)(file, text, scope);
    return found ? [{ ...found, file, project }] : [];
  });
  const candidates = [...ranked, ...rankDependents(texts, ranked, scope)].map((choice) => ({
    ...choice,
    seconds: durations.get(choice.file) ?? estimateOf(choice.file, choice.project, texts.get(choice.file)),
  }));
  candidates.sort((one, other) => one.rank - other.rank || one.seconds - other.seconds);
  const names = [...modules.changed, ...modules.bound].toSorted((one, other) => one.localeCompare(other));
  return { modules: names, ...cut(candidates, budgetSeconds), journeys: journeysOf(texts, changed, modules.changed) };
};

/** Journeys whose text names a changed module or feature of the web, as a word or in an address. */
const journeysOf = (texts, changed, modules) => {
  const features = changed.flatMap((path) => /^apps\/web\/src\/(?:features|routes)\/([\w-]+)/.exec(path)?.[1] ?? []);
  const names = [...new Set([...modules, ...features])];
  if (names.length === 0) return [];
  const pattern = new RegExp(`/(?:${names.join('|')})\\b`);
  return [...texts].filter(([path, text]) => path.includes('.journey.') && pattern.test(text)).map(([path]) => path);
};
