// Which code writes and reads which tables, and which events it names: parts of the boundary check (boundaries.mjs). A table is written by its owner
// alone. Works on the text of files without comments: a table name that is not written out is not seen.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const QUOTED = /'([^']+)'/g;

/** The tables that each module declares in its module.ts, with those of the layers: `{ table: owner }`, and what is wrong with them. */
export const readOwners = (server, layerTables) => {
  const owners = new Map();
  const problems = [];
  const declare = (owner, tables, where) => {
    for (const table of tables) {
      if (owners.has(table)) problems.push(`${where}: declares the table "${table}", which belongs to ${owners.get(table)}`);
      else owners.set(table, owner);
    }
  };
  for (const [layer, tables] of Object.entries(layerTables)) declare(layer, tables, 'scripts/module-graph.mjs');
  const modules = join(server, 'modules');
  for (const name of existsSync(modules) ? readdirSync(modules) : []) {
    const file = join(modules, name, 'module.ts');
    if (!existsSync(file)) continue;
    const list = /\btables: \[([^\]]*)\]/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
    declare(
      name,
      [...list.matchAll(QUOTED)].map((match) => match[1]),
      `apps/server/src/modules/${name}/module.ts`,
    );
  }
  const types = join(server, 'platform/database/schema.gen.ts');
  const known = existsSync(types) ? (/export interface DB \{([^}]*)\}/.exec(readFileSync(types, 'utf8'))?.[1] ?? '') : '';
  for (const [, table] of known.matchAll(/^ {2}'?([\w.]+)'?:/gm))
    if (!owners.has(table))
      problems.push(`${types.slice(server.length - 'apps/server/src'.length)}: no module declares the table "${table}"`);
  return { owners, problems };
};

const WRITES = [
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'([\w.]+)(?: as \w+)?'/g,
  /\b(?:insert\s+into|update(?:\s+only)?|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+([a-z_][\w.]*)/g,
];
const READS = [
  /\.(?:selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|using)\(\s*'([\w.]+)(?: as \w+)?'/g,
  /\b(?:from|join)\s+(?:lateral\s+)?([a-z_][\w.]*)/g,
];

const tablesIn = (patterns, text, owners) =>
  new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1])).filter((table) => owners.has(table)));

/** The tables of others that a text writes. */
export const foreignWrites = (text, owner, owners) => [...tablesIn(WRITES, text, owners)].filter((table) => owners.get(table) !== owner);
/** The tables of others that a text reads. */
export const foreignReads = (text, owner, owners) => [...tablesIn(READS, text, owners)].filter((table) => owners.get(table) !== owner);

const EVENTS = [
  /\brecordEvent\(\s*[\w.]+,\s*'([^']+)'/g,
  /\boutbox\.on(?:Batch)?\(\s*'([^']+)'/g,
  /\binsert\s+into\s+outbox\s*\([^)]*\)\s*(?:values\s*\(|select\s+(?:distinct\s+)?)(?:case\s[\s\S]*?\bthen\s+)?'([^']+)'/g,
];

/** Names of events that a text records or handles. */
export const eventsIn = (text) => EVENTS.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1]));

/** Names of the events that the contract declares. */
export const readEvents = (root) => {
  const file = join(root, 'packages/contract/src/domain-events.ts');
  if (!existsSync(file)) return new Set();
  const map = /export interface DomainEvents \{([\s\S]*?)^\}/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  return new Set([...map.matchAll(/^ {2}'([^']+)':/gm)].map((match) => match[1]));
};
