// Names the modules and endpoints of a change. Pure: works on the texts and graphs that it is given.
import { ledgerFolder, namesOfFunctions } from './import-graph.mjs';

const MODULES = 'apps/server/src/modules/';
const CONTRACT = 'packages/contract/src/';

/** The server module that a file belongs to, or undefined. */
export const moduleOf = (path) => (path.startsWith(MODULES) ? path.slice(MODULES.length).split('/')[0] : undefined);

const ENDPOINT_KEYS = /'((?:GET|POST|PUT|DELETE) \/[^']*)'/g;

/** Endpoints that a text names. */
export const keysIn = (text) => new Set([...text.matchAll(ENDPOINT_KEYS)].map((match) => match[1]));

export const countShared = (one, other) => [...one].filter((value) => other.has(value)).length;

const isContract = (path) => path.startsWith(CONTRACT) && path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('/texts/');

/** `orders` for the contract's `orders.ts` and `orders.values.ts`. */
const nounOf = (path) => path.slice(CONTRACT.length).replace(/(?:\.values)?\.ts$/, '');

const TABLES = /\b(?:table(?: if (?:not )?exists)?|into|update|from|join|on)\s+(?:only\s+)?([a-z_][\w.]*)/g;
/** A trigger of schema.sql: its table and its function. */
const TRIGGERS = /\bcreate (?:constraint )?trigger\b[^;]*?\bon (?:public\.)?([\w.]+)[^;]*?\bexecute function (?:public\.)?([\w.]+)\(/gi;

const tablesOf = (path, texts) => {
  const text = texts.get(path) ?? '';
  const named = [...text.matchAll(TABLES)].map((match) => match[1]);
  const functions = namesOfFunctions(text);
  const triggers = [...(texts.get('apps/server/schema.sql') ?? '').matchAll(TRIGGERS)];
  return [...named, ...triggers.filter((match) => functions.includes(match[2])).map((match) => match[1])];
};

/**
 * The modules of a change: `changed` by their own files, SQL or the contract's file of the same noun; `bound` only bind a changed endpoint.
 *
 * @param {readonly string[]} changed
 * @param {ReadonlyMap<string, string>} texts
 * @param {ReadonlyMap<string, string>} tableOwners
 * @param {Record<string, readonly string[]>} moduleGraph
 * @param {Map<string, Set<string>>} importers
 */
export const modulesOf = (changed, texts, tableOwners, moduleGraph, importers) => {
  const modules = new Set(changed.map(moduleOf));
  for (const path of changed) {
    if (isContract(path)) modules.add(nounOf(path));
    if (!path.endsWith('.sql')) continue;
    for (const table of tablesOf(path, texts)) modules.add(tableOwners.get(table));
    for (const caller of importers.get(path) ?? []) modules.add(moduleOf(caller));
  }
  const endpoints = changedEndpoints(changed, texts);
  const binds = ([path, text]) => path.endsWith('.routes.ts') && countShared(keysIn(text), endpoints) > 0;
  const known = (name) => name !== undefined && name in moduleGraph;
  const own = new Set([...modules].filter(known));
  return {
    changed: own,
    bound: new Set(
      [...texts]
        .filter(binds)
        .map(([path]) => moduleOf(path))
        .filter((name) => known(name) && !own.has(name)),
    ),
  };
};

const changedEndpoints = (changed, texts) => new Set(changed.filter(isContract).flatMap((path) => [...keysIn(texts.get(path) ?? '')]));

/** Endpoints of changed contract files, those of a changed module's noun, and those that a changed module binds. */
export const endpointsOf = (changed, modules, texts) => {
  const keys = changedEndpoints(changed, texts);
  for (const [path, text] of texts) {
    const isOfNoun = isContract(path) && modules.changed.has(nounOf(path)) && !changed.some(isContract);
    const isBound = path.endsWith('.routes.ts') && modules.changed.has(moduleOf(path)) && !changed.some(isContract);
    if (isOfNoun || isBound) for (const key of keysIn(text)) keys.add(key);
  }
  return keys;
};

/** True when the contract itself changed, so that tests of the whole contract may fail. */
export const changesContract = (changed) => changed.some(isContract);

/** Folders of the server outside of modules whose files changed: their integration tests stand beside them. */
export const foldersOf = (changed) => {
  const folders = new Set(
    changed.filter((path) => path.startsWith('apps/server/src/') && !moduleOf(path)).map((path) => path.slice(0, path.lastIndexOf('/'))),
  );
  if (changed.some((path) => /^apps\/server\/functions\/ledger-.*\.sql$/.test(path))) folders.add(ledgerFolder);
  if (changed.some((path) => path.startsWith('apps/server/migrations/'))) folders.add('apps/server/src/platform/database');
  return folders;
};
