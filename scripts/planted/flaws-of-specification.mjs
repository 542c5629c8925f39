// Deviations from the specification, one of each kind: a text, a constant, a field, a status, a storage key, a duration.

const SERVER = 'apps/server/src';

/** @type {import('./judge-flaws.mjs').Flaw[]} */
export const SPECIFICATION_FLAWS = [
  {
    name: 'a text differs from the specification’s',
    changes: [
      {
        file: 'packages/contract/src/texts/errors.ts',
        search: `{ en: 'Incorrect credentials!', es: '¡Credenciales incorrectas!' }`,
        replacement: `{ en: 'Wrong credentials!', es: '¡Credenciales incorrectas!' }`,
      },
    ],
    guard: { file: 'texts/texts', test: 'the English texts of the specification are unchanged' },
  },
  {
    name: 'a page of a list has another size',
    changes: [{ file: 'packages/contract/src/shapes.ts', search: '.max(100).default(12)', replacement: '.max(100).default(20)' }],
    guard: { file: 'notifications/notifications', test: 'pages by twelve, newest change first' },
  },
  {
    name: 'a field of an answer is missing',
    changes: [
      {
        file: `${SERVER}/modules/accounts/accounts.queries.ts`,
        search: "isPerformer: row.role === 'performer',\n",
        replacement: 'isPerformer: false,\n',
      },
    ],
    guard: { file: 'testing/specification-calls', test: 'an account is viewed with picture, cover' },
  },
  {
    name: 'the page of a blocked country answers another status',
    changes: [{ file: 'packages/contract/src/errors.ts', search: 'COUNTRY_BLOCKED: 403', replacement: 'COUNTRY_BLOCKED: 451' }],
    guard: { file: 'src/people', test: 'blocked country, maintenance and age gate', needsWeb: true },
  },
  {
    name: 'the cart is kept under another key',
    changes: [{ file: 'apps/web/src/features/cart/use-cart.ts', search: "const KEY = 'cart';", replacement: "const KEY = 'basket';" }],
    guard: { file: 'checkout/CartSheet', test: 'buys a download from the wallet once' },
  },
  {
    name: '“remember me” lasts a month',
    changes: [
      { file: `${SERVER}/platform/auth/sessions.ts`, search: 'const REMEMBERED_DAYS = 365;', replacement: 'const REMEMBERED_DAYS = 30;' },
    ],
    guard: { file: 'http/pipeline', test: 'hidden from scripts and foreign pages' },
  },
];
