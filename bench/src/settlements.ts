// What benches of money settle by the ledger's function, as the product would send it: SQL, with expressions for the people.

const COMMISSION_RATE = 2000;

/** Fills the wallets of these people by card, once. @param people a table `n` of their numbers @param tokens hundredths */
export const topUpsOf = (people: string, tokens: number): readonly string[] => {
  const fan = `bench_id('person' || n)`;
  return [
    `insert into ledger.accounts (kind, owner_id, unit, balance) select 'wallet', ${fan}, 'token', 0 from ${people}`,
    `select ledger.settle(jsonb_build_object('at', now(), 'order', jsonb_build_object('create', jsonb_build_object('kind', 'topUp', 'buyerId', ${fan}, 'itemTitle', '',
        'detail', '{}'::jsonb, 'tokens', ${tokens}, 'money', ${tokens}, 'currency', 'USD', 'tokenValue', 100, 'method', 'card')),
      'sales', jsonb_build_array(jsonb_build_object('transaction', jsonb_build_object('kind', 'topUpCustom', 'buyerId', ${fan}, 'tokenValue', 100, 'tokens', ${tokens}),
      'lines', jsonb_build_array(jsonb_build_object('account', 'clearing', 'amount', -${tokens}), jsonb_build_object('account', 'exchangeCurrency', 'amount', ${tokens}),
        jsonb_build_object('account', 'exchangeTokens', 'amount', -${tokens}), jsonb_build_object('account', 'wallet', 'owner', ${fan}, 'amount', ${tokens})),
      'event', jsonb_build_object('name', 'orders.paid', 'payload', '{}'::jsonb)))))
    from ${people}`,
  ];
};

interface Tip {
  /** Expressions of ids. */
  fan: string;
  performer: string;
  /** Hundredths. */
  tokens: number;
  /** An expression of when what is earned is released. */
  availableAt: string;
}

/** The settlement of a tip from the wallet, as an expression. */
export const tipSettlement = ({ fan, performer, tokens, availableAt }: Tip): string => {
  const commission = (tokens * COMMISSION_RATE) / 10_000;
  const net = tokens - commission;
  return `jsonb_build_object('at', now(), 'idempotency', null, 'coupon', null,
      'order', jsonb_build_object('create', jsonb_build_object('kind', 'tip', 'buyerId', ${fan}, 'sellerId', ${performer}, 'itemKind', null, 'itemId', null, 'itemTitle', '',
        'detail', jsonb_build_object('message', ''), 'priceVersion', null, 'tokens', '${tokens}', 'money', '${tokens}', 'currency', 'USD', 'tokenValue', '100', 'buyerCountry', null, 'method', 'wallet', 'deliveryAddress', null)),
      'sales', jsonb_build_array(jsonb_build_object('price', null, 'entitlement', null, 'subscription', null, 'orderLine', null,
      'transaction', jsonb_build_object('kind', 'tip', 'buyerId', ${fan}, 'sellerId', ${performer}, 'itemKind', null, 'itemId', null, 'itemTitle', null, 'tokenValue', '100', 'commissionRate', ${COMMISSION_RATE},
        'tokens', '${tokens}', 'gross', '${tokens}', 'commission', '${commission}', 'net', '${net}', 'availableAt', ${availableAt}, 'note', ''),
      'lines', jsonb_build_array(jsonb_build_object('account', 'wallet', 'owner', ${fan}, 'amount', '-${tokens}'), jsonb_build_object('account', 'exchangeTokens', 'amount', '${tokens}'),
        jsonb_build_object('account', 'exchangeCurrency', 'amount', '-${tokens}'), jsonb_build_object('account', 'earningsPending', 'owner', ${performer}, 'amount', '${net}'),
        jsonb_build_object('account', 'commission', 'amount', '${commission}')),
      'event', jsonb_build_object('name', 'bench.paid', 'payload', jsonb_build_object('kind', 'tip', 'buyerId', ${fan}, 'sellerId', ${performer})))))`;
};
