// Flaws that show documents, archives and notes to somebody else.

const SERVER = 'apps/server/src';

/** @type {import('./judge-flaws.mjs').Flaw[]} */
export const PRIVACY_FLAWS = [
  {
    name: 'privacy: identity documents are stored as they came',
    changes: [
      {
        file: `${SERVER}/platform/storage/sealed-storage.ts`,
        search: 'export const isSealedKey = (key: string): boolean => key.startsWith(SEALED);',
        replacement: 'export const isSealedKey = (key: string): boolean => key.startsWith(`no${SEALED}`);',
      },
    ],
    guard: {
      file: 'storage/sealed-files',
      test: 'identity documents and archives of personal data are on no disk as they came, and open whole',
    },
  },
  {
    name: 'privacy: the address of a document opens in every session',
    changes: [
      {
        file: `${SERVER}/platform/storage/files.routes.ts`,
        search: '(await callerOf(request, rule)) === accountId',
        replacement: '(await callerOf(request, rule)) !== undefined',
      },
    ],
    guard: { file: 'http/uploads', test: 'identity documents can be opened by admins only, and each view is logged' },
  },
  {
    name: 'privacy: an export holds the notes of admins',
    changes: [
      { file: `${SERVER}/modules/wallet/personal-data.queries.ts`, search: "['key', 'seal', 'note']", replacement: "['key', 'seal']" },
    ],
    guard: { file: 'accounts/personal-data', test: 'contains all data and the own files, and no secret' },
  },
  {
    name: 'privacy: the key stays when it is changed',
    changes: [
      {
        file: `${SERVER}/platform/encryption.ts`,
        search: 'newest = last && { prefix: prefixOfKey(last.id), key: hashOf(last.key) };',
        replacement: 'newest ??= last && { prefix: prefixOfKey(last.id), key: hashOf(last.key) };',
      },
    ],
    guard: {
      file: 'platform/encryption',
      test: 'a key that another process added is found when a value needs it, or when it is announced',
    },
  },
  {
    name: 'privacy: a file that nothing scanned is taken',
    changes: [
      {
        file: `${SERVER}/platform/scanning/scan-files.ts`,
        search: "throw new CodedError(error instanceof ClamdLimitError ? 'FILE_NOT_SCANNED' : 'SCANNER_UNAVAILABLE');",
        replacement: 'return;',
      },
    ],
    guard: { file: 'scanning/scanning', names: 'files are refused' },
  },
  {
    name: 'privacy: a copy of what was taken down is shown at once',
    changes: [
      {
        file: `${SERVER}/modules/items/review.store.ts`,
        search: 'if (await looksTakenDown(trx, item)) return true;',
        replacement: '',
      },
    ],
    guard: { file: 'copies/copies', names: 'waits for review whatever the settings say' },
  },
];
