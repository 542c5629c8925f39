// Flaws in what is charged, paid and given back.

const LEDGER = 'apps/server/src/ledger';
const SQL = 'apps/server/functions';
const MINUTES = 'apps/server/src/modules/streams/minutes.rules.ts';
const BUILT_IN = 'apps/server/src/live/built-in';

/** @type {import('./judge-flaws.mjs').Flaw[]} */
export const MONEY_FLAWS = [
  {
    name: 'an event that a list told is booked again by its callback',
    changes: [
      {
        file: 'apps/server/src/modules/payments/gateway-events.store.ts',
        search: 'return own === null ? callbacks + 1 <=',
        replacement: 'return own === null ? callbacks + 99 <=',
      },
    ],
    guard: { file: 'restores/restores', names: 'books nothing twice' },
  },
  {
    name: 'a restored site works before its owner confirms',
    changes: [
      {
        file: 'apps/server/src/app/background-work.ts',
        search: 'if (!quiet.isOn()) return startWork();',
        replacement: 'return startWork();',
      },
    ],
    guard: { file: 'restores/restores', names: 'runs no job, dispatches no event' },
  },
  {
    name: 'a payout is approved as somebody else saw it',
    changes: [
      {
        file: 'apps/server/functions/ledger-payouts.sql',
        search: `if (p_payout).revision <> (p ->> 'version')::integer then`,
        replacement: `if (p_payout).revision < 0 then`,
      },
    ],
    guard: { file: 'payouts/payout-holds', names: 'is asked for by each decision' },
  },
  {
    name: 'new payout details hold no payout',
    changes: [
      { file: 'apps/server/functions/ledger-payouts.sql', search: `  if v_until is not null then`, replacement: `  if false then` },
    ],
    guard: { file: 'payouts/payout-holds', names: 'hold a payout for the days of the setting' },
  },
  {
    name: 'the admin who approved a payout pays it',
    changes: [
      {
        file: 'apps/server/functions/ledger-payouts.sql',
        search: `(p ->> 'byTwo')::boolean and v_payout.approved_by = v_actor_id`,
        replacement: `(p ->> 'byTwo')::boolean and v_payout.approved_by is null`,
      },
    ],
    guard: { file: 'payouts/payouts-by-two', names: 'can’t pay it; another one can' },
  },
  {
    name: 'a payout is decided while another decision is being made',
    changes: [
      {
        file: `${SQL}/ledger-payouts.sql`,
        search: `(p ->> 'performerId' is null or performer_id = (p ->> 'performerId')::uuid) for update;`,
        replacement: `(p ->> 'performerId' is null or performer_id = (p ->> 'performerId')::uuid);`,
      },
    ],
    guard: {
      file: 'payouts/payout-holds',
      test: 'is compared once the payout is locked: a decision that waited for a change is refused',
    },
  },
  {
    name: 'a part of a sale is refunded above what is left of it',
    changes: [
      {
        file: `${SQL}/ledger-reverse.sql`,
        search: 'p_amount <= 0 or p_amount > v_total',
        replacement: 'p_amount <= 0 or p_amount > 2 * v_total',
      },
    ],
    guard: { file: 'ledger/partial-refunds', test: 'is refused at zero, below it and above the payment, and changes nothing' },
  },
  {
    name: 'the site keeps the commission of a part that is refunded',
    changes: [
      {
        file: `${SQL}/ledger-reverse.sql`,
        search: 'v_commission := v_left.commission - ledger.commission_of(v_left.gross - v_gross, v_sale.commission_rate);',
        replacement: 'v_commission := 0;',
      },
    ],
    guard: {
      file: 'ledger/partial-refunds',
      test: 'goes back with its share of earnings and commission, and the buyer keeps the access until nothing is left',
    },
  },
  {
    name: 'a part that is refunded ends the access',
    changes: [
      {
        file: `${SQL}/ledger-reverse.sql`,
        search: '  if v_is_whole or p_ends_access then',
        replacement: '  if p_ends_access is not null then',
      },
    ],
    guard: {
      file: 'ledger/partial-refunds',
      test: 'goes back with its share of earnings and commission, and the buyer keeps the access until nothing is left',
    },
  },
  {
    name: 'a part of an order is divided without its remainder',
    changes: [
      {
        file: `${SQL}/ledger-reverse.sql`,
        search: 'order by remainder desc, id',
        replacement: 'order by remainder, id',
      },
    ],
    guard: {
      file: 'ledger/partial-refunds',
      test: 'a part of an order of several sellers is divided by what each was paid, by largest remainder',
    },
  },
  {
    name: 'a card payment is posted to the account of all companies',
    changes: [
      {
        file: `${SQL}/ledger-settle.sql`,
        search: `'referenceId', v_order_id, 'gateway', v_row.gateway,`,
        replacement: `'referenceId', v_order_id, 'gateway', null,`,
      },
    ],
    guard: { file: 'ledger/card-companies', names: 'each company has an account of its own' },
  },
  {
    name: 'a payment of before is given back from its company’s own account',
    changes: [
      {
        file: `${SQL}/ledger-reverse.sql`,
        search: `jsonb_build_object('account', 'clearing', 'owner', ledger.clearing_owner_of(v_top_up.id), 'amount', v_part),`,
        replacement: `jsonb_build_object('account', 'clearing', 'owner', ledger.gateway_owner(p_order.gateway), 'amount', v_part),`,
      },
    ],
    guard: { file: 'ledger/card-companies', test: 'a payment from before there were such accounts is given back from where it is' },
  },
  {
    name: 'a fee that is told twice is booked twice',
    changes: [
      {
        file: `${SQL}/ledger-gateway-fees.sql`,
        search: `  perform pg_advisory_xact_lock(hashtext('ledger.gatewayFee'), hashtext(v_key));`,
        replacement: '',
      },
    ],
    guard: { file: 'ledger/card-companies', test: 'are taken from the company’s account once each, and given back' },
  },
  {
    name: 'a dispute that was won pays more than is owed',
    changes: [
      {
        file: `${SQL}/ledger-reinstate.sql`,
        search: 'v_paid_off := least(v_taken.claimed, ledger.debt_of(p_order.buyer_id));',
        replacement: 'v_paid_off := v_taken.claimed;',
      },
    ],
    guard: { file: 'ledger/reinstate', names: 'pays the debt that it left' },
  },
  {
    name: 'a performer’s own account changes sales of others',
    changes: [
      {
        file: 'apps/server/src/modules/payments/complete-payment.ts',
        search: 'if (notice.account !== null && !(await isOfAccount(platform, notice))) {',
        replacement: 'if (notice.account === undefined) {',
      },
    ],
    guard: { file: 'gateways/own-accounts', test: 'changes nothing of another account’s sale, or of the site’s' },
  },
  {
    name: 'money that a performer’s shop reports is believed',
    changes: [
      {
        file: 'apps/server/src/gateways/verotel/verotel.ts',
        search: "if (notice && shop) await statusCalls.assertPaid(shop, fields.get('referenceID') ?? '', notice);",
        replacement: '',
      },
    ],
    guard: { file: 'gateways/own-accounts', names: 'neither pays a subscription that the company wasn’t paid for' },
  },
  {
    name: 'a parcel that was not sent is paid out after its dispute',
    changes: [
      {
        file: `${SQL}/ledger-reinstate.sql`,
        search: `case when v_waits then 'earningsPending' else 'earningsAvailable' end, null,`,
        replacement: `'earningsAvailable', null,`,
      },
    ],
    guard: { file: 'ledger/reinstate', names: 'keeps sent products sent' },
  },
  {
    name: 'a repeated notice charges back again what the bank returned',
    changes: [
      {
        file: 'apps/server/src/modules/payments/reverse-payment.ts',
        search: `if (await wasProcessed(trx, told, ['reversed', 'repeated', 'late'])) return 'repeated';`,
        replacement: '',
      },
    ],
    guard: { file: 'ledger/reinstate', names: 'a notice of a chargeback that is repeated' },
  },
  {
    name: 'the refund of a second payment hides a refund that the company made',
    changes: [
      {
        file: 'apps/server/src/modules/payments/own-refunds.ts',
        search: `...(saleId ? [where('sale_id', '=', saleId)] : []),`,
        replacement: `...(order ? [where('order_id', '=', order.id)] : []),`,
      },
    ],
    guard: { file: 'gateways/doubles-at-the-site', names: 'an order that is paid twice' },
  },
  {
    name: 'a demo offers card companies whose doubles are not there',
    changes: [{ file: 'apps/server/src/demo/card-companies.ts', search: `{ [required]: '' }`, replacement: '{}' }],
    guard: { file: 'demo/card-companies', names: 'while they run' },
  },
  {
    name: 'a site that is no demo is offered the doubles of card companies',
    changes: [
      { file: 'apps/server/src/demo/card-companies.ts', search: 'if (!(await findDemo(database))) return false;', replacement: '' },
    ],
    guard: { file: 'demo/card-companies', names: 'that is no demo' },
  },
  {
    name: 'the site credits what a company paid to the performer',
    changes: [
      {
        file: `${SQL}/ledger-settle.sql`,
        search: `v_is_own := not v_by_wallet and coalesce(v_row.receiver = 'performer', false);`,
        replacement: 'v_is_own := false;',
      },
    ],
    guard: { file: 'ledger/own-accounts', names: 'credits nothing' },
  },
  {
    name: 'a statement counts sales to the performer’s own account as credited',
    changes: [
      {
        file: 'apps/server/src/modules/payouts/statement.queries.ts',
        search: `s.receiver = 'performer' as is_own,`,
        replacement: 'false as is_own,',
      },
    ],
    guard: { file: 'ledger/own-accounts', names: 'statements of months and payouts list such sales' },
  },
  {
    name: 'half a yen is a price',
    changes: [
      {
        file: 'apps/server/src/platform/http/pipeline.ts',
        search: 'stepProblems(platform.settings, amountPaths, input.value.body);',
        replacement: 'stepProblems(platform.settings, [], input.value.body);',
      },
    ],
    guard: { file: 'testing/whole-currency' },
  },
  {
    name: 'commissions are rounded down',
    changes: [
      {
        file: `${LEDGER}/amounts.ts`,
        search: '(2n * numerator + denominator) / (2n * denominator)',
        replacement: 'numerator / denominator',
      },
    ],
    guard: { file: 'ledger/amounts' },
  },
  {
    name: 'a released earning drifts by a hundredth',
    changes: [
      { file: `${SQL}/ledger-settle.sql`, search: `'amount', -v_net)`, replacement: `'amount', 1 - v_net)` },
      { file: `${SQL}/ledger-settle.sql`, search: `'amount', v_net)`, replacement: `'amount', v_net - 1)` },
    ],
    guard: { file: 'ledger/settle', test: 'earnings stay pending for their hold period, then are released once' },
  },
  {
    name: 'a settlement loses its idempotency key',
    changes: [
      {
        file: `${SQL}/ledger-settle.sql`,
        search: `v_idempotency jsonb := nullif(p -> 'idempotency', 'null');`,
        replacement: `v_idempotency jsonb := null;`,
      },
    ],
    guard: { file: 'ledger/settle', test: 'a repeated idempotency key is one tip with one response' },
  },
  {
    name: 'a sale doesn’t check the version of its price',
    changes: [
      {
        file: `${SQL}/ledger-settle.sql`,
        search: `if v_version is distinct from (p_price ->> 'version')::integer then`,
        replacement: `if v_version is null then`,
      },
    ],
    guard: { file: 'ledger/settle', test: 'a price raised between the offer and its settlement is refused with PRICE_CHANGED' },
  },
  {
    name: 'a sale doesn’t lock the item that it sells',
    changes: [{ file: `${SQL}/ledger-settle.sql`, search: 'and on_sale for share;', replacement: 'and on_sale;' }],
    guard: { file: 'conversations/withdrawn-sales', test: 'the withdrawal waits for the sale, and is refused' },
  },
  {
    name: 'a card payment buys an item that was taken down',
    changes: [
      {
        file: `${SQL}/ledger-settle.sql`,
        search: `state not in ('deleted', 'taken-down')`,
        replacement: `state not in ('deleted')`,
      },
    ],
    guard: { file: 'conversations/withdrawn-sales', test: 'the payment is refunded' },
  },
  {
    name: 'a coupon is used once more than allowed',
    changes: [
      {
        file: `${SQL}/ledger-settle.sql`,
        search: 'v_coupon.use_count >= v_coupon.uses_maximum',
        replacement: 'v_coupon.use_count > v_coupon.uses_maximum',
      },
    ],
    guard: { file: 'testing/money-concurrency', test: 'with a coupon for two uses' },
  },
  {
    name: 'an order that never happened keeps its coupon used',
    changes: [{ file: `${SQL}/ledger-reverse.sql`, search: 'perform ledger.return_coupon(v_order.id);', replacement: 'null;' }],
    guard: { file: 'payments/returned-coupons', test: 'an order of two products keeps its coupon until both are called off' },
  },
  {
    name: 'a free order loses the page that its buyer returns to',
    changes: [
      {
        file: 'apps/server/src/modules/payments/create-order.ts',
        search: '.set({ return_to: sitePath(returnTo) })',
        replacement: '.set({ return_to: null })',
      },
    ],
    guard: { file: 'payments/free-orders', test: 'is paid at once, and leads to its paid order' },
  },
  {
    name: 'a top-up is refunded although its tokens are spent',
    changes: [
      {
        file: `${SQL}/ledger-reverse.sql`,
        search: 'if v_owed > 0 and not p_claim then',
        replacement: 'if v_owed < 0 and not p_claim then',
      },
    ],
    guard: { file: 'ledger/reverse', test: 'of a top-up requires all its tokens' },
  },
  {
    name: 'a minute is charged twice',
    changes: [
      {
        file: `${SQL}/ledger-shows.sql`,
        search: `and minutes = v_minute - 1 and next_from_ms = (p ->> 'dueFromMs')::bigint\n    and connected_ms >= next_from_ms and left_at is null`,
        replacement: 'and left_at is null',
      },
      {
        file: `${SQL}/ledger-shows.sql`,
        search: `'minute:' || v_stream_id || ':' || v_account_id || ':' || v_minute)`,
        replacement: `'minute:' || v_stream_id || ':' || v_account_id || ':' || clock_timestamp())`,
      },
    ],
    guard: { file: 'streams/paid-minutes', test: 'a minute starts after ten seconds together' },
  },
  {
    name: 'tokens held for a declined show aren’t released',
    changes: [
      {
        file: `${SQL}/ledger-shows.sql`,
        search: 'if coalesce(v_left, 0) = 0 then',
        replacement: 'if coalesce(v_left, 0) >= 0 then',
      },
    ],
    guard: { file: 'streams/private-shows', test: 'a request is declined by its performer alone' },
  },
  {
    name: 'a mail about a renewal is sent twice',
    changes: [
      {
        file: 'apps/server/src/modules/subscriptions/renew-subscriptions.ts',
        search: `s.state = 'active' and s.reminded_at is null and `,
        replacement: `s.state = 'active' and `,
      },
    ],
    guard: { file: 'subscriptions/subscriptions', test: 'a mail announces a payment days before, once for each period' },
  },
  {
    name: 'a fan who comes back is settled anew, without a minute',
    changes: [
      {
        file: MINUTES,
        search: 'if (!isBroken) return { clock: stopped, refunded: null };',
        replacement:
          'if (!isBroken) return { clock: clock.minuteFromMs === null ? { ...stopped, nextFromMs: clock.connectedMs + SETTLING_MS } : stopped, refunded: null };',
      },
    ],
    guard: { file: 'streams/minutes.rules', test: 'settles once: a fan who leaves and comes back goes on where they were' },
  },
  {
    name: 'a minute broken by the performer stays charged',
    changes: [
      {
        file: MINUTES,
        search: `const isBroken = side === 'performer' || (`,
        replacement: `const isBroken = side === 'fan' && (`,
      },
    ],
    guard: {
      file: 'streams/paid-minutes',
      test: 'an interruption gives the running minute back and stops the clock; afterwards the next one begins at once',
    },
  },
  {
    name: 'what is held counts for no minute that is left',
    changes: [
      {
        file: 'apps/server/src/modules/streams/minutes-left.queries.ts',
        search: 'return held + (free < balance ? free : balance);',
        replacement: 'return free < balance ? free : balance;',
      },
    ],
    guard: {
      file: 'streams/minutes-left',
      test: 'asking for a private show and its beginning change no minute that is left; each paid one takes one',
    },
  },
  {
    name: 'exported minutes that overlap are right',
    changes: [
      {
        file: 'apps/server/src/modules/streams/verify-show-minutes.ts',
        search: 'if (line.fromMs < before.toMs)',
        replacement: 'if (line.fromMs < 0)',
      },
    ],
    guard: { file: 'streams/verify-show-minutes', test: 'a minute moved back' },
  },
  {
    name: 'exported minutes that anybody signed are right',
    changes: [
      {
        file: 'apps/server/src/modules/streams/verify-show-minutes.ts',
        search: 'isSignerKnown: siteKey !== undefined',
        replacement: 'isSignerKnown: true',
      },
    ],
    guard: { file: 'streams/verify-show-minutes', test: 'without the site’s key has an unknown signer, whoever signed it' },
  },
  {
    name: 'a fan who is gone is charged for a minute that was due',
    changes: [
      {
        file: MINUTES,
        search: 'const begins = dueMinute(clock)?.clock.minuteFromMs ?? clock.minuteFromMs;',
        replacement: 'const begins = clock.minuteFromMs;',
      },
    ],
    guard: {
      file: 'streams/minutes.rules',
      test: 'a minute that began in the fan’s silence and isn’t charged yet is dropped, and the next begins with their return',
    },
  },
  {
    name: 'media of a progressive file count for nobody',
    changes: [
      {
        file: `${BUILT_IN}/deliveries.ts`,
        search: 'if (seatId === null) return;\n      const seat = seatOf(seatId);\n      hear(seat);',
        replacement: `if (seatId === null || protocol === 'mp4') return;\n      const seat = seatOf(seatId);\n      hear(seat);`,
      },
    ],
    guard: {
      file: 'built-in/seat-deliveries',
      test: 'an endless file that is opened and closed again is counted by what was written to it',
    },
  },
  {
    name: 'a token that is passed on plays on two devices',
    changes: [
      {
        file: `${BUILT_IN}/devices.ts`,
        search: `throw new CodedError('LIVE_REPLACED');`,
        replacement: 'return false;',
      },
    ],
    guard: {
      file: 'built-in/seat-deliveries',
      test: 'a token that is passed on plays on one of two devices: the newest; an endless file of the older one ends',
    },
  },
];
