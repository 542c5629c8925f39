// Checks the boundaries of ARCHITECTURE.md that the linter's rules can't express. Prints each violation and exits 1, or prints nothing. With
// `--reads`: prints which module reads which tables of others.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NAMED_ELSEWHERE, SEARCHED, findKindNames } from './kind-names.mjs';
import { FOREIGN_WRITES, LAYER_TABLES, MODULE_GRAPH } from './module-graph.mjs';
import { eventsIn, foreignReads, foreignWrites, readEvents, readOwners } from './table-boundaries.mjs';
import { findWebViolations } from './web-boundaries.mjs';
import { WEB_GRAPH } from './web-graph.mjs';
import { findStyleViolations } from './web-styles.mjs';

/** Layers of apps/server/src from the bottom: a file may import from its own layer and lower ones. The graph restricts imports between modules. */
const LAYERS = ['platform', 'ledger', 'backup', 'gateways', 'live', 'modules'];

/** Simulated card companies. They share no code with the adapters that they test, and no product code depends on them. */
const DOUBLES = 'gateway-doubles';

/** Simulated media servers. They have our own live process behind them, and know no adapter of a foreign one; no product code depends on them. */
const ENGINE_DOUBLE = /^live\/[\w-]+-double\//;
/** The parts of `live` that a simulated media server stands on. */
const UNDER_ENGINE_DOUBLES = /^live\/(testing|media|built-in|live-authority\.ts|live-engine\.ts)/;

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(),])\/\/.*$/gm;
const IMPORTS =
  /(?:^|[\s;])(?:import|export)\s+(?:type\s+)?(?:[\w*{][^;'"]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;
const LITERALS = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

const isTest = (path) => /\.test\.tsx?$/.test(path) || path.includes('/testing/');

const sourcesIn = (directory) =>
  !existsSync(directory)
    ? []
    : readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
        const path = join(directory, entry.name);
        if (entry.isDirectory()) return ['node_modules', 'build', '.types', '.react-router'].includes(entry.name) ? [] : sourcesIn(path);
        return /\.(ts|tsx)$/.test(entry.name) && !entry.name.endsWith('.gen.ts') ? [path] : [];
      });

/** The static and dynamic imports of a TypeScript file, in order. */
export const importsOf = (text) => [...text.replace(COMMENTS, '').matchAll(IMPORTS)].map((match) => match[1] ?? match[2]);

/**
 * A cycle in a module graph, as a list of names, or undefined.
 * @param {Record<string, readonly string[]>} graph
 */
export const findCycle = (graph) => {
  const done = new Set();
  const visit = (name, path) => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return undefined;
    for (const next of graph[name] ?? []) {
      const cycle = visit(next, [...path, name]);
      if (cycle) return cycle;
    }
    done.add(name);
    return undefined;
  };
  for (const name of Object.keys(graph)) {
    const cycle = visit(name, []);
    if (cycle) return cycle;
  }
  return undefined;
};

/** Layer and module of a file of the server: `modules/feeds/x.ts` is ['modules', 'feeds'], `app.ts` is ['app.ts', undefined]. */
const placeOf = (server, path) => {
  const [layer, module] = relative(server, path).split(sep);
  return [layer, layer === 'modules' ? module : undefined];
};

const pathIn = (server, path) => relative(server, path).split(sep).join('/');

const importViolation = (server, graph, file, target) => {
  const [layer, module] = placeOf(server, file);
  const [targetLayer, targetModule] = placeOf(server, target);
  const [path, targetPath] = [pathIn(server, file), pathIn(server, target)];
  const [double] = ENGINE_DOUBLE.exec(path) ?? [];
  const [targetDouble] = ENGINE_DOUBLE.exec(targetPath) ?? [];
  if (targetDouble) return double === targetDouble ? undefined : `imports ${targetDouble.slice(0, -1)}, which only tests may`;
  if (double && targetLayer !== 'platform' && !UNDER_ENGINE_DOUBLES.test(targetPath))
    return `${double.slice(0, -1)} imports ${targetPath}: a double knows the platform and our own live process at most`;
  if (targetLayer === DOUBLES) return layer === DOUBLES ? undefined : `imports ${DOUBLES}, which only tests may`;
  if (layer === DOUBLES && targetLayer !== 'platform') return `${DOUBLES} imports ${targetLayer}: a double knows the platform at most`;
  const from = LAYERS.indexOf(layer);
  const to = LAYERS.indexOf(targetLayer);
  if (targetLayer === 'modules.ts') return layer === 'app.ts' ? undefined : 'imports modules.ts, which only app.ts may';
  if (targetLayer === 'app.ts' || targetLayer === 'main.ts')
    return layer === 'main.ts' || (layer === 'cli' && targetLayer === 'app.ts')
      ? undefined
      : `imports ${targetLayer}, which stands above everything`;
  if (from < 0) return undefined;
  if (to > from) return `${layer} imports ${targetLayer}, which stands above it`;
  if (!module || !targetModule || module === targetModule) return undefined;
  if (!graph[module]) return `the module "${module}" is not in scripts/module-graph.mjs`;
  if (!graph[module].includes(targetModule)) return `"${module}" calls "${targetModule}", which scripts/module-graph.mjs does not allow`;
  if (relative(join(server, 'modules', targetModule), target) !== 'index.ts') return `reaches into "${targetModule}" past its index.ts`;
  return undefined;
};

/** Rules on file contents: the files (relative to apps/server/src), a forbidden pattern, and the reason. */
const CONTENT_RULES = [
  {
    files: /\.routes\.ts$/,
    code: /\btry\s*\{/,
    reason: 'a routes file catches nothing: errors by code are written once, in platform/http',
  },
  {
    files: /\.rules\.ts$/,
    code: /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(/,
    reason: 'rules are pure: the instant is handed to them',
  },
  { files: /\.(queries|access)\.ts$/, code: /\.(insertInto|updateTable|deleteFrom|mergeInto)\(/, reason: 'queries and access only read' },
  { files: /(^|\/)index\.ts$/, code: /\bexport\s+\*/, reason: 'an index names what others may call: no export *' },
  // The application's role may read the ledger's tables and nothing more: a list that shows amounts joins them, in the file that only reads.
  {
    files: /^(?!ledger\/)(?!.*\.queries\.ts$)/,
    literal: /\bledger\.[a-z_]+/,
    reason: "the ledger's schema is known to ledger/ alone, and to *.queries.ts for reading",
  },
  {
    files: /^(?!ledger\/)/,
    literal: /\bledger\.(settle|release_due|seal|verify|post)\w*\s*\(/,
    reason: "the ledger's functions are called by ledger/ alone",
  },
];

const contentViolations = (path, text) => {
  const code = text.replace(COMMENTS, '');
  const literals = code.match(LITERALS) ?? [];
  return CONTENT_RULES.filter(
    (rule) =>
      rule.files.test(path) &&
      (rule.code?.test(code.replace(LITERALS, "''")) || (rule.literal && literals.some((literal) => rule.literal.test(literal)))),
  ).map((rule) => rule.reason);
};

/** Whoever owns tables and writes them: a module, or a layer. Demo data and what stands above the modules is nobody's. */
const ownerOf = (server, path) => {
  const [layer, module] = placeOf(server, path);
  return LAYERS.includes(layer) ? (module ?? layer) : undefined;
};

const serverSources = (server) =>
  sourcesIn(server)
    .filter((file) => !isTest(file))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** Writes of tables by others than their owner, except those listed; and listed ones that nobody does any more. */
const tableViolations = (root, server, sources, { layerTables, exceptions }) => {
  const { owners, problems } = readOwners(server, layerTables);
  const violations = [...problems];
  const unused = new Set(exceptions);
  for (const { file, text } of sources) {
    const owner = ownerOf(server, file);
    if (!owner) continue;
    for (const table of foreignWrites(text.replace(COMMENTS, ''), owner, owners)) {
      const exception = exceptions.find((one) => one.by === owner && one.table === table);
      if (exception) unused.delete(exception);
      else violations.push(`${relative(root, file)}: writes the table "${table}", which belongs to ${owners.get(table)}`);
    }
  }
  for (const { by, table } of unused)
    violations.push(`scripts/module-graph.mjs: "${by}" no longer writes "${table}": take the exception out`);
  return violations;
};

const eventViolations = (root, sources) => {
  const declared = readEvents(root);
  return sources.flatMap(({ file, text }) =>
    eventsIn(text.replace(COMMENTS, ''))
      .filter((event) => !declared.has(event))
      .map((event) => `${relative(root, file)}: the event "${event}" is not in packages/contract/src/domain-events.ts`),
  );
};

const kindViolations = (root, named) => {
  const files = SEARCHED.flatMap((folder) => sourcesIn(join(root, folder)))
    .filter((file) => !isTest(file))
    .map((file) => ({ path: relative(root, file).split(sep).join('/'), code: readFileSync(file, 'utf8').replace(COMMENTS, '') }));
  return findKindNames(files, named);
};

/**
 * Every read of a table by another than its owner, as `module: table (of owner)`.
 *
 * @param {string} root
 * @param {Record<string, readonly string[]>} layerTables
 */
export const findForeignReads = (root, layerTables = LAYER_TABLES) => {
  const server = join(root, 'apps/server/src');
  const { owners } = readOwners(server, layerTables);
  const reads = serverSources(server).flatMap(({ file, text }) => {
    const owner = ownerOf(server, file);
    return owner
      ? foreignReads(text.replace(COMMENTS, ''), owner, owners).map((table) => `${owner}: ${table} (of ${owners.get(table)})`)
      : [];
  });
  return [...new Set(reads)].sort((left, right) => left.localeCompare(right, 'en'));
};

/**
 * Every violation in a project's folder, as `path: what`.
 *
 * @param {string} root
 * @param {Record<string, readonly string[]>} graph which module may call which; see module-graph.mjs.
 * @param {{ layerTables: Record<string, readonly string[]>, exceptions: readonly { by: string, table: string }[] }} tables
 * @param {readonly { file: string, kind: string, reason: string }[]} named files that may name a kind
 * @param {Record<string, readonly string[]>} webGraph which feature of the web may import which; see web-graph.mjs.
 */
export const findViolations = (
  root,
  graph = MODULE_GRAPH,
  tables = { layerTables: LAYER_TABLES, exceptions: FOREIGN_WRITES },
  named = NAMED_ELSEWHERE,
  webGraph = WEB_GRAPH,
) => {
  const violations = [];
  const cycle = findCycle(graph);
  if (cycle) violations.push(`scripts/module-graph.mjs: goes round in a circle: ${cycle.join(' → ')}`);
  const server = join(root, 'apps/server/src');
  const sources = serverSources(server);
  for (const { file, text } of sources) {
    const path = relative(root, file);
    for (const specifier of importsOf(text)) {
      const target = specifier.startsWith('.')
        ? resolve(dirname(file), specifier)
        : specifier.startsWith('@stagedoor/server/')
          ? join(server, `${specifier.slice('@stagedoor/server/'.length)}.ts`)
          : undefined;
      if (target === undefined) continue;
      const violation = target.startsWith(server + sep)
        ? importViolation(server, graph, file, target)
        : `imports ${specifier}, which lies outside of it`;
      if (violation) violations.push(`${path}: ${violation}`);
    }
    for (const reason of contentViolations(relative(server, file).split(sep).join('/'), text)) violations.push(`${path}: ${reason}`);
  }
  violations.push(...tableViolations(root, server, sources, tables), ...eventViolations(root, sources), ...kindViolations(root, named));
  const webSources = sourcesIn(join(root, 'apps/web/src')).filter((file) => !isTest(file));
  const withoutComments = (text) => text.replace(COMMENTS, '');
  violations.push(
    ...findWebViolations(root, webSources, { importsOf, withoutComments, findCycle }, webGraph),
    ...findStyleViolations(root, webSources, withoutComments),
  );
  return violations;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  if (process.argv.includes('--reads')) for (const read of findForeignReads(root)) process.stdout.write(`${read}\n`);
  const violations = findViolations(root);
  for (const violation of violations) process.stderr.write(`${violation}\n`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
