import type { Rolldown } from 'vite';

/** Packages whose index names far more than is used: what of them every page runs can't be told by following imports. */
const WIDE = /\/node_modules\/@mantine\//;
const CORE_OF_WIDE = /\/node_modules\/@mantine\/core\/esm\/core\//;
/** What every page runs: the entry of the browser and the root of the routes. */
const ALWAYS = /\/src\/(?:entry\.client|root)\.tsx(?:\?|$)/;

/** The modules that the entry and the root import, however far away, but not what is loaded when needed. */
const shell = new Set<string>();
const roots = new Set<string>();

/**
 * Notes the roots. Module graphs are followed only once they are whole: when files are made of them.
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
 * Few files rather than many: on a phone's connection each costs more than its bytes. What every page runs is one; what several screens
 * share of our own parts is another.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: (id, graph) => (isInShell(id, graph) ? 'shell' : null), priority: 2 },
    { name: 'parts', test: /\/src\/(?:ui|app)\/|\/@tabler\/icons-react\/dist\/esm\/icons\//, minShareCount: 4, priority: 1 },
  ],
};
