import type { Rolldown } from 'vite';

/** Code that every page runs: the browser entry and the root route. */
const ALWAYS = /\/src\/(?:entry\.client|root)\.tsx(?:\?|$)/;
/** Rail, bars and footer: most pages run them, log-in and rooms don't. */
const PRIMARY = /\/src\/routes\/layouts\/primary\.tsx(?:\?|$)/;
/** The pages without them. */
const PLAIN = /\/src\/routes\/(?:layouts\/plain|auth\/login)\.tsx(?:\?|$)/;
/** The page that most visits begin with: what it shares with others comes without what it doesn't use. */
const HOME = /\/src\/routes\/home\.tsx(?:\?|$)/;

/** All static imports of some roots, transitively, without dynamic imports. */
interface Reach {
  roots: Set<string>;
  modules: Set<string>;
}
const shell: Reach = { roots: new Set(), modules: new Set() };
const primary: Reach = { roots: new Set(), modules: new Set() };
const plain: Reach = { roots: new Set(), modules: new Set() };
const home: Reach = { roots: new Set(), modules: new Set() };

/**
 * Records the roots. Module graphs are followed only when complete: at output generation.
 */
export const shellRoots = (): Rolldown.Plugin => ({
  name: 'stagedoor:shell-roots',
  buildStart: () => {
    for (const reach of [shell, primary, plain, home]) {
      reach.roots.clear();
      reach.modules.clear();
    }
  },
  moduleParsed: ({ id }) => {
    if (ALWAYS.test(id)) shell.roots.add(id);
    if (PRIMARY.test(id)) primary.roots.add(id);
    if (PLAIN.test(id)) plain.roots.add(id);
    if (HOME.test(id)) home.roots.add(id);
  },
});

type Graph = Parameters<Exclude<Rolldown.CodeSplittingGroup['name'], string>>[1];

const reaches = ({ roots, modules }: Reach, id: string, graph: Graph): boolean => {
  const open = modules.size === 0 ? [...roots] : [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (modules.has(next)) continue;
    modules.add(next);
    open.push(...(graph.getModuleInfo(next)?.importedIds ?? []));
  }
  return modules.has(id);
};

/** Tables, with their library: a chunk that only pages with a table load. */
const TABLE = /\/src\/ui\/(?:table\/|BarChart\.)|\/@tanstack\/(?:react-)?(?:table|table-core|store)\//;

/** Our own code that is worth a chunk when several screens share it. */
const SHARED = /\/src\/(?:ui\/(?!table\/|BarChart\.)|app\/)|\/@tabler\/icons-react\/dist\/esm\/icons\//;

/** Some hundred bytes each: what two or three screens share. */
const ICON = /\/@tabler\/icons-react\/dist\/esm\/icons\//;
const SMALL = /\/packages\/contract\/src\/[\w-]+\.values\.ts|\/apps\/web\/src\/app\/[\w-]+\.ts$/;

/** What every list and page of items is made of. */
const ITEMS = /\/src\/features\/(?:items|item-lists|feeds|polls|videos)\//;

/** What forms are made of. */
const FORMS = /\/src\/ui\/(?:forms\/|(?:Field|Check)\.)/;

/** What root, entry, or both layouts import. */
const isEverywhere = (id: string, graph: Graph): boolean =>
  reaches(shell, id, graph) || (reaches(primary, id, graph) && reaches(plain, id, graph));

/** The chunk of icons, or of constants and hooks, that few screens share, home and log-in not among them: each file by itself would be named by the manifest. */
const smallOf = (id: string, graph: Graph): string | null =>
  reaches(home, id, graph) || reaches(plain, id, graph) ? null : ICON.test(id) ? 'icons' : SMALL.test(id) ? 'small' : null;

/**
 * Few large chunks: on a phone's connection each request costs more than its bytes. Code that every page runs is one chunk, rail and bars another;
 * our own code shared by several screens is five: what the log-in is made of, what other forms are, what lists of items are, what else home shows, and the
 * rest.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: (id, graph) => (isEverywhere(id, graph) ? 'shell' : null), priority: 4 },
    { name: (id, graph) => (reaches(primary, id, graph) ? 'primary' : null), priority: 3 },
    {
      // What the log-in shares comes without what its form doesn't use.
      name: (id, graph) => (reaches(plain, id, graph) && SHARED.test(id) ? 'fields' : FORMS.test(id) ? 'forms' : null),
      minShareCount: 3,
      priority: 2,
    },
    // Small ones by themselves would each be named by every route that has items.
    { name: (id, graph) => (ITEMS.test(id) && reaches(home, id, graph) ? 'items' : null), minShareCount: 3, priority: 1 },
    { name: (id, graph) => (SHARED.test(id) ? (reaches(home, id, graph) ? 'lists' : 'parts') : null), minShareCount: 4, priority: 1 },
    // Each of its small files by itself would be named by the manifest, which every page loads.
    { name: 'list-pages', test: /\/src\/features\/lists\//, priority: 1 },
    { name: (id, graph) => smallOf(id, graph), minShareCount: 2, priority: 0 },
    // An admin opens one of its pages after the other.
    { name: 'administration', test: /\/src\/features\/admin\/.*(?<!\.css)$/, minShareCount: 3, priority: 0 },
    // Menus and the editor use it too, without tables.
    { name: 'external-store', test: /\/use-sync-external-store\//, priority: 1 },
    { name: 'table', test: TABLE, priority: 0 },
  ],
};
