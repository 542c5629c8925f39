// Which sources are mutated, and which tests judge each of them: the nearest first.
import { findGuard } from './test-files.mjs';

const LEDGER = 'apps/server/src/ledger';
const SQL = 'apps/server/functions';
const ACCESS = 'apps/server/src/modules/access';
const STREAMS = 'apps/server/src/modules/streams';
const BUILT_IN = 'apps/server/src/live/built-in';

/** Stems of test files. A stem with two kinds of tests names both. */
const MINUTES = ['streams/paid-minutes', 'streams/private-shows', 'streams/group-shows', 'streams/paid-show-gifts'];
const SALES = ['ledger/settle', 'orders/orders', 'payments/card-payments'];
const REVERSALS = ['ledger/reverse', 'payments/refunds', 'payments/debts', 'payments/order-steps'];
const PAYOUTS = ['payouts/payouts', 'payouts/payout-decisions'];
const ITEMS = [
  'access/access.rules',
  'feeds/feeds',
  'items/batched-items',
  'testing/locked-files',
  'blocks/blocks',
  'galleries/galleries',
  'videos/videos',
];
const DISPUTES = ['ledger/reinstate', 'ledger/own-accounts'];
const COMPANIES = ['ledger/card-companies', 'ledger/own-accounts'];
const SHOWS = ['streams/show-audience', 'streams/join-show', 'streams/paid-show-gifts'];

/** @type {Record<string, { area: 'ledger' | 'access' | 'minutes', judges: readonly string[] }>} */
export const JUDGES = {
  [`${LEDGER}/amounts.ts`]: { area: 'ledger', judges: ['ledger/amounts', 'ledger/settle'] },
  [`${LEDGER}/charge-minute.ts`]: { area: 'minutes', judges: MINUTES },
  [`${LEDGER}/holds.ts`]: { area: 'minutes', judges: MINUTES },
  [`${LEDGER}/lines.ts`]: { area: 'ledger', judges: [...SALES, 'ledger/reverse'] },
  [`${LEDGER}/settle.ts`]: { area: 'ledger', judges: SALES },
  [`${LEDGER}/reverse.ts`]: { area: 'ledger', judges: REVERSALS },
  [`${LEDGER}/reinstate.ts`]: { area: 'ledger', judges: DISPUTES },
  [`${LEDGER}/card-companies.ts`]: { area: 'ledger', judges: COMPANIES },
  [`${LEDGER}/payouts.ts`]: { area: 'ledger', judges: PAYOUTS },
  [`${LEDGER}/balances.queries.ts`]: { area: 'ledger', judges: ['ledger/settle', 'earnings/earnings'] },
  [`${SQL}/ledger-settle.sql`]: {
    area: 'ledger',
    judges: [
      ...SALES,
      'subscriptions/subscriptions',
      'subscriptions/change-plan',
      'products/products',
      'payments/debts',
      'testing/money-concurrency',
      'ledger/own-accounts',
    ],
  },
  [`${SQL}/ledger-posting.sql`]: { area: 'ledger', judges: ['ledger/settle', 'ledger/ledger-functions', 'ledger/reverse', ...COMPANIES] },
  [`${SQL}/ledger-reverse.sql`]: { area: 'ledger', judges: [...REVERSALS, ...DISPUTES, 'subscriptions/change-plan', 'products/products'] },
  [`${SQL}/ledger-reinstate.sql`]: { area: 'ledger', judges: DISPUTES },
  [`${SQL}/ledger-gateway-fees.sql`]: { area: 'ledger', judges: COMPANIES },
  [`${SQL}/ledger-limits.sql`]: {
    area: 'ledger',
    judges: ['wallet/spending-limits', 'streams/paid-show-gifts', 'streams/private-shows', 'payments/debts'],
  },
  [`${SQL}/ledger-payouts.sql`]: { area: 'ledger', judges: PAYOUTS },
  [`${SQL}/ledger-closing.sql`]: { area: 'ledger', judges: ['earnings/closed-days', 'earnings/earnings'] },
  [`${SQL}/ledger-shows.sql`]: { area: 'minutes', judges: [...MINUTES, 'streams/request-cards', 'wallet/spending-limits'] },
  [`${ACCESS}/access.rules.ts`]: { area: 'access', judges: ITEMS },
  [`${ACCESS}/access.queries.ts`]: { area: 'access', judges: [...ITEMS, 'payments/refunds', 'feeds/feed-races'] },
  [`${ACCESS}/decide-items.ts`]: { area: 'access', judges: ITEMS },
  [`${ACCESS}/visibility.queries.ts`]: { area: 'access', judges: ITEMS },
  [`${ACCESS}/shows.queries.ts`]: { area: 'access', judges: SHOWS },
  [`${STREAMS}/minutes.rules.ts`]: { area: 'minutes', judges: ['streams/minutes.rules', ...MINUTES] },
  [`${STREAMS}/minute-clocks.ts`]: { area: 'minutes', judges: MINUTES },
  [`${STREAMS}/paid-minutes.ts`]: { area: 'minutes', judges: MINUTES },
  [`${BUILT_IN}/deliveries.ts`]: { area: 'minutes', judges: ['built-in/deliveries', 'built-in/seat-deliveries', 'built-in/seat-sessions'] },
  [`${BUILT_IN}/devices.ts`]: { area: 'minutes', judges: ['built-in/devices', 'built-in/seat-deliveries'] },
};

/**
 * The runs that judge a mutant of a file: the first test file alone, since it finds most, then the others by project.
 *
 * @param {string} file
 * @param {readonly string[]} files of the checkout
 * @returns {{ project: string, paths: string[] }[]}
 */
export const judgesOf = (file, files) => {
  const found = JUDGES[file].judges.map((stem) => findGuard({ file: stem }, files));
  const [first, ...others] = found;
  const runs = [{ project: first.project, paths: [first.path] }];
  for (const { path, project } of others) {
    const run = runs.slice(1).find((one) => one.project === project);
    if (run) run.paths.push(path);
    else runs.push({ project, paths: [path] });
  }
  return runs;
};
