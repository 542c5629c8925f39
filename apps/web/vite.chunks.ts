import type { Rolldown } from 'vite';

/** Packages whose index exports far more than is used; import analysis can't tell what every page runs. */
const WIDE = /\/node_modules\/@mantine\//;
const CORE_OF_WIDE = /\/node_modules\/@mantine\/core\/esm\/core\//;
/** Code that every page runs: the browser entry and the root route. */
const ALWAYS = /\/src\/(?:entry\.client|root)\.tsx(?:\?|$)/;

/** All static imports of the entry and the root, transitively, without dynamic imports. */
const shell = new Set<string>();
const roots = new Set<string>();

/**
 * Records the roots. Module graphs are followed only when complete: at output generation.
 */
export const shellRoots = (): Rolldown.Plugin => ({
  name: 'stagedoor:shell-roots',
  buildStart: () => {
    shell.clear();
    roots.clear();
  },
  moduleParsed: ({ id }) => {
    if (ALWAYS.test(id)) roots.add(id);
  },
});

type Graph = Parameters<Exclude<Rolldown.CodeSplittingGroup['name'], string>>[1];

const follow = (graph: Graph): void => {
  const open = [...roots];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (shell.has(id) || WIDE.test(id)) continue;
    shell.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
};

const isInShell = (id: string, graph: Graph): boolean => {
  if (shell.size === 0) follow(graph);
  return shell.has(id) || CORE_OF_WIDE.test(id);
};

/**
 * Few large chunks: on a phone's connection each request costs more than its bytes. Code that every page runs is one chunk; our own code shared by
 * several screens is another.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: (id, graph) => (isInShell(id, graph) ? 'shell' : null), priority: 2 },
    { name: 'parts', test: /\/src\/(?:ui|app)\/|\/@tabler\/icons-react\/dist\/esm\/icons\//, minShareCount: 4, priority: 1 },
  ],
};
