// No kind of item is named outside its own folders: whoever handles items of any kind reads the registry
// (packages/contract/src/items.values.ts). A new kind is then one entry there and a folder, not a search for every list of kinds.

/**
 * Kinds with folders of their own.
 * @type {readonly { kind: string, words: RegExp, homes: readonly RegExp[] }[]}
 */
export const KINDS_WITH_FOLDERS = [
  {
    kind: 'gallery',
    words: /galler(?:y|ies)/i,
    homes: [
      /^apps\/server\/src\/modules\/galleries\//,
      /^apps\/web\/src\/features\/galleries\//,
      /^packages\/contract\/src\/(?:galleries|photos)\.ts$/,
    ],
  },
];

/**
 * Kinds that aren't looked for, and why.
 * @type {Readonly<Record<string, string>>}
 */
const UNSEARCHED = {
  feed: 'the word for lists of what is new as well; it was here before the registry',
  video: 'the word for any film',
  reel: 'few know it: see NAMED_ELSEWHERE of gallery, which names the same places',
  product: 'orders, carts and the shop are of products: they name it rightly',
  photo: 'the word for any picture; the kind is a part of galleries',
};

/** Where every kind may be named: the registry, what puts the kinds' parts together, thin routes, texts, demo data. */
const COMMON = [
  /^apps\/server\/src\/modules\.ts$/,
  /^apps\/server\/src\/demo\//,
  /^apps\/server\/src\/platform\/database\/schema/,
  /^apps\/web\/src\/routes\//,
  /^packages\/contract\/src\/(?:items\.values|index|timelines)\.ts$/,
  /^packages\/contract\/src\/texts\//,
];

/**
 * Files that name a kind all the same, and why.
 * @type {readonly { file: string, kind: string, reason: string }[]}
 */
export const NAMED_ELSEWHERE = [
  {
    file: 'packages/contract/src/settings.ts',
    kind: 'gallery',
    reason: 'settings are declared one by one: the key of a kind’s commission, which the registry names, is stored data',
  },
  {
    file: 'packages/contract/src/admin-people.ts',
    kind: 'gallery',
    reason: 'the keys of commissions in the order of the form; performers’ own rates are stored under them',
  },
  { file: 'packages/contract/src/routes.ts', kind: 'gallery', reason: 'the paths of all screens' },
  { file: 'apps/web/src/app/pages.ts', kind: 'gallery', reason: 'all pages of the router, each with its file' },
  { file: 'apps/web/src/app/shell/navigation.tsx', kind: 'gallery', reason: 'all entries of the menus' },
  {
    file: 'apps/web/src/features/items/item-calls.ts',
    kind: 'gallery',
    reason: 'the kinds that the web shows, each with the call that answers one item: their paths follow no pattern',
  },
  { file: 'apps/web/src/features/item-lists/cards.ts', kind: 'gallery', reason: 'where the cards of all kinds are registered' },
  {
    file: 'apps/web/src/features/item-lists/sources.ts',
    kind: 'gallery',
    reason: 'the calls behind lists: each takes filters of its own',
  },
  { file: 'apps/web/src/features/item-lists/BrowseTabs.tsx', kind: 'gallery', reason: 'a tab for each page that browses something' },
  {
    file: 'apps/server/src/modules/photos/photos.kind.ts',
    kind: 'gallery',
    reason: 'a photo tells the gallery that it is a part of: a property on the wire',
  },
  {
    file: 'apps/web/src/features/photos/PhotoComposer.tsx',
    kind: 'gallery',
    reason: 'photos are published by themselves or as parts of a gallery, which is chosen from the performer’s own',
  },
];

/** Folders that are searched, from the project's root. */
export const SEARCHED = ['apps/server/src', 'apps/web/src', 'packages/contract/src'];

/**
 * What is wrong in files without comments, as `path: what`.
 *
 * @param {readonly { path: string, code: string }[]} files paths from the project's root
 */
export const findKindNames = (files, exceptions = NAMED_ELSEWHERE) => {
  const unused = new Set(exceptions);
  const violations = [];
  for (const { path, code } of files) {
    const declared = /\/(?<folder>[^/]+)\/\k<folder>\.kind\.ts$/.test(path) ? /\bkind: '(\w+)'/.exec(code)?.[1] : undefined;
    if (declared && !(declared in UNSEARCHED) && !KINDS_WITH_FOLDERS.some(({ kind }) => kind === declared))
      violations.push(`scripts/kind-names.mjs: KINDS_WITH_FOLDERS lacks the kind "${declared}" of ${path}`);
    for (const { kind, words, homes } of KINDS_WITH_FOLDERS) {
      if ([...COMMON, ...homes].some((home) => home.test(path))) continue;
      const found = words.exec(code);
      if (!found) continue;
      const exception = exceptions.find((one) => one.file === path && one.kind === kind);
      if (exception) unused.delete(exception);
      else violations.push(`${path}: names "${found[0]}" outside the folders of the kind "${kind}": read the registry of kinds instead`);
    }
  }
  for (const { file, kind } of unused) violations.push(`scripts/kind-names.mjs: ${file} no longer names "${kind}": take the exception out`);
  return violations;
};
