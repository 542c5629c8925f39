// The boundaries of the web, part of the boundary check (boundaries.mjs): features import one another along web-graph.mjs, `ui/` and `app/` import no
// feature, no style sheet crosses features, and constants come from the contract's `*.values.ts`, which carry no Zod.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { BROWSER_CONTRACT, WEB_GRAPH } from './web-graph.mjs';

const GRAPH_FILE = 'scripts/web-graph.mjs';

/** What each folder of apps/web/src may import besides itself; `features` also one another, along the graph. What is not listed (root, entries) may import all. */
const MAY_IMPORT = {
  ui: [],
  app: ['ui'],
  features: ['app', 'ui'],
  routes: ['app', 'features', 'ui', 'root'],
};

/** Folders of features/ that hold a feature for each subject: administration, and the performer's area. */
const AREAS = ['admin', 'performer-area'];

/**
 * Folder and feature of a file of the web: `features/wallet/x.tsx` is ['features', 'wallet'], `features/admin/orders/x.tsx` is
 * ['features', 'admin/orders'], `root.tsx` is ['root', undefined].
 */
const placeOf = (web, path) => {
  const [folder, feature, subject] = relative(web, path).split(sep);
  if (folder !== 'features') return [folder.replace(/\.tsx?$/, ''), undefined];
  return [folder, AREAS.includes(feature) ? `${feature}/${subject}` : feature];
};

/** The folders that are features, those of areas as `admin/orders`. */
const featureFolders = (features) =>
  (existsSync(features) ? readdirSync(features) : []).flatMap((name) =>
    AREAS.includes(name) ? readdirSync(join(features, name)).map((subject) => `${name}/${subject}`) : [name],
  );

const importViolation = (web, graph, file, target) => {
  const [folder, feature] = placeOf(web, file);
  const [targetFolder, targetFeature] = placeOf(web, target);
  if (folder !== targetFolder && MAY_IMPORT[folder] && !MAY_IMPORT[folder].includes(targetFolder) && targetFolder in MAY_IMPORT)
    return `${folder}/ imports ${targetFolder}/, which stands above it`;
  if (folder !== targetFolder && MAY_IMPORT[folder] && targetFolder === 'root') return 'imports root.tsx, which stands above everything';
  if (!feature || !targetFeature || feature === targetFeature) return undefined;
  if (target.endsWith('.css')) return `imports a style sheet of "${targetFeature}": what features share belongs into ui/`;
  if (!graph[feature]) return `the feature "${feature}" is not in ${GRAPH_FILE}`;
  if (!graph[feature].includes(targetFeature)) return `"${feature}" imports "${targetFeature}", which ${GRAPH_FILE} does not allow`;
  return undefined;
};

/** Constants imported only for their types: the value is then written again in the web. */
const TYPES_OF_CONSTANTS = /\bimport\s+type\s*\{([^}]*)\}\s*from\s*['"](@stagedoor\/contract\/[^'"]+)['"]/g;
const CONSTANT = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

const copiedConstants = (code) =>
  [...code.matchAll(TYPES_OF_CONSTANTS)].flatMap(([, names, from]) =>
    names
      .split(',')
      .map((name) => name.trim().split(/\s+as\s+/)[0])
      .filter((name) => CONSTANT.test(name))
      .map((name) => `imports the type of ${name} of ${from}: move the constant to a *.values.ts and import its value`),
  );

/** Values that the code of a contract module imports: types are erased, and don't count. */
const VALUE_IMPORTS = /(?:^|\n)\s*(?:import|export)\s+(?!type\b)((?:[\w*{][^;'"]*?\sfrom\s+)?)['"]([^'"]+)['"]/g;

const isValues = (name) => name.endsWith('.values') || BROWSER_CONTRACT.includes(name);

const contractViolations = (root, readCode) => {
  const contract = join(root, 'packages/contract/src');
  const files = existsSync(contract) ? readdirSync(contract, { recursive: true, encoding: 'utf8' }) : [];
  return files
    .map((file) => file.split(sep).join('/'))
    .filter((file) => file.endsWith('.ts') && isValues(file.slice(0, -'.ts'.length)))
    .flatMap((file) =>
      [...readCode(join(contract, file)).matchAll(VALUE_IMPORTS)]
        .map(([, , from]) => from)
        .filter(
          (from) =>
            !from.startsWith('.') ||
            !isValues(
              relative(contract, resolve(dirname(join(contract, file)), from))
                .split(sep)
                .join('/')
                .slice(0, -'.ts'.length),
            ),
        )
        .map((from) => `packages/contract/src/${file}: imports ${from}: what the browser runs imports constants alone`),
    );
};

/**
 * Every violation of the web's boundaries, as `path: what`.
 *
 * @param {string} root the project's folder
 * @param {readonly string[]} files TypeScript files of the web, without tests
 * @param {{ importsOf: (text: string) => string[], withoutComments: (text: string) => string, findCycle: Function }} read how boundaries.mjs reads files
 * @param {Record<string, readonly string[]>} graph
 */
export const findWebViolations = (root, files, { importsOf, withoutComments, findCycle }, graph = WEB_GRAPH) => {
  const web = join(root, 'apps/web/src');
  const violations = [];
  const cycle = findCycle(graph);
  if (cycle) violations.push(`${GRAPH_FILE}: goes round in a circle: ${cycle.join(' → ')}`);
  const used = new Set();
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const path = relative(root, file).split(sep).join('/');
    const [, feature] = placeOf(web, file);
    for (const specifier of importsOf(text)) {
      if (!specifier.startsWith('.')) continue;
      const target = resolve(dirname(file), specifier.split('?')[0]);
      if (!target.startsWith(web + sep)) continue;
      const [, targetFeature] = placeOf(web, target);
      if (feature && targetFeature) used.add(`${feature} ${targetFeature}`);
      const violation = importViolation(web, graph, file, target);
      if (violation) violations.push(`${path}: ${violation}`);
    }
    for (const violation of copiedConstants(withoutComments(text))) violations.push(`${path}: ${violation}`);
  }
  const folders = featureFolders(join(web, 'features'));
  for (const name of folders) if (!graph[name]) violations.push(`${GRAPH_FILE}: the feature "${name}" is not listed`);
  for (const [name, others] of Object.entries(graph))
    for (const other of others)
      if (folders.includes(name) && folders.includes(other) && !used.has(`${name} ${other}`))
        violations.push(`${GRAPH_FILE}: "${name}" no longer imports "${other}": take the edge out`);
  return [...violations, ...contractViolations(root, (file) => withoutComments(readFileSync(file, 'utf8')))];
};
