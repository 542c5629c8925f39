import type { Stage } from '../stage.ts';
import { OF_EACH_FAN, PEOPLE, type WorldSize } from './size.ts';
import { withoutIndexes, withoutTriggers } from './tables.ts';

type Sql = Pick<Stage, 'sql'>;

const DAYS = 400;
/** Earnings are released so many days after a sale. */
const WAITING_DAYS = 7;
/** Hundredths of a token in each buyer's wallet before the first sale. */
const TOP_UP = 1_000_000_000;

const LEDGER_TABLES = ['ledger.transactions', 'ledger.entries', 'ledger.releases', 'orders'];

/** What is to be sold: tips and unlocks of the seller, each unlock once for a buyer and item, and tips of others; oldest first. */
const planSales = async ({ sql }: Sql, { performers, sales, buyers }: WorldSize): Promise<void> => {
  await sql.query(`
    create unlogged table bench_sold as
    select row_number() over (order by nr) - 1 as place, id, price from bench_items where performer = ${PEOPLE.seller} and kind = 'feed' and audience = 'buyers'`);
  await sql.query(
    `create unlogged table bench_sales as
     select s, bench_id_at('sale' || s, at) as id, bench_id_at('order' || s, at) as order_id, at, bench_id('person' || seller) as seller_id,
       ${performers + 1} + buyer as buyer, bench_id('person' || (${performers + 1} + buyer)) as buyer_id, item_id, amount, amount / 5 as commission
     from (
       select s, at, seller, u.id as item_id,
         case when u.id is null then bench_draw(s, 41, ${buyers}) else (m / 2) % ${buyers} end as buyer, coalesce(u.price, 100 + 100 * bench_draw(s, 42, 50)) as amount
       from (
         select s, s - s / 11 as m, now() - make_interval(days => ${DAYS}) * (1 - s / ${Math.floor(sales * 1.1)}::float8) - interval '1 minute' as at,
           case when s % 11 = 0 then 2 + bench_draw(s, 43, ${performers - 1}) else ${PEOPLE.seller} end as seller
         from generate_series(1::bigint, ${Math.floor(sales * 1.1)}) s) numbered
       left join bench_sold u on seller = ${PEOPLE.seller} and m % 2 = 0
         and u.place = (m / 2 / ${buyers} + ((m / 2) % ${buyers}) * 13) % (select count(*) from bench_sold)) drawn`,
  );
  await sql.query('alter table bench_sales add primary key (s)');
  await sql.query('analyze bench_sales');
};

/** The wallets of the buyers, filled once, and the accounts of the sellers and the site. */
const makeAccounts = async ({ sql }: Sql, { performers, buyers }: WorldSize): Promise<void> => {
  const buyer = `generate_series(${performers + 1}, ${performers + buyers}) n`;
  await sql.query(`
    insert into ledger.accounts (kind, unit) values ('clearing', 'currency'), ('exchangeCurrency', 'currency'), ('exchangeTokens', 'token'), ('commission', 'currency')
    on conflict (kind, owner_id) do nothing`);
  await sql.query(`
    insert into ledger.accounts (kind, owner_id, unit, balance, entry_count)
    select 'wallet', bench_id('person' || n), 'token', ${TOP_UP} - coalesce(s.sum, 0), 1 + coalesce(s.count, 0)
    from ${buyer} left join (select buyer, sum(amount)::bigint as sum, count(*) as count from bench_sales group by 1) s on s.buyer = n`);
  await sql.query(`
    insert into ledger.accounts (kind, owner_id, unit)
    select kind, seller_id, 'currency' from (select distinct seller_id from bench_sales) s, unnest(array['earningsPending', 'earningsAvailable']) kind`);
  await sql.query(`
    create unlogged table bench_top_ups as
    select n as buyer, bench_id('person' || n) as buyer_id, at, bench_id_at('topUp' || n, at) as id, bench_id_at('topUpOrder' || n, at) as order_id
    from ${buyer}, (select now() - make_interval(days => ${DAYS + 1}) as at) begun`);
};

const ACCOUNT = (kind: string, owner = `'00000000-0000-0000-0000-000000000000'`): string =>
  `(select a.id from ledger.accounts a where a.kind = '${kind}' and a.owner_id = ${owner})`;

const makeOrders = async ({ sql }: Sql): Promise<void> => {
  await sql.query(`
    insert into orders (id, kind, buyer_id, detail, tokens_amount, money_amount, currency, token_value, method, state, transaction_id, created_at, updated_at, paid_at)
    select order_id, 'topUp', buyer_id, '{}', ${TOP_UP}, ${TOP_UP}, 'USD', 100, 'card', 'paid', id, at, at, at from bench_top_ups`);
  await sql.query(`
    insert into orders (id, kind, buyer_id, seller_id, item_kind, item_id, item_title, detail, price_version, tokens_amount, money_amount, currency, token_value,
      commission_rate, method, state, transaction_id, created_at, updated_at, paid_at)
    select s.order_id, case when s.item_id is null then 'tip' else 'feed' end, s.buyer_id, s.seller_id, case when s.item_id is not null then 'feed' end, s.item_id,
      coalesce(i.title, ''), case when s.item_id is null then '{"message": ""}' else '{}' end::jsonb, case when s.item_id is not null then 1 end, s.amount, s.amount,
      'USD', 100, 2000, 'wallet', 'paid', s.id, s.at, s.at, s.at
    from bench_sales s left join items i on i.id = s.item_id order by s.s`);
  await sql.query(`
    insert into entitlements (account_id, item_id, item_kind, source, order_id, created_at)
    select buyer_id, item_id, 'feed', 'purchase', order_id, at from bench_sales where item_id is not null`);
};

/** Transactions with their entries: top-ups, sales, and the releases of what was sold more than seven days ago. */
const makeTransactions = async ({ sql }: Sql): Promise<void> => {
  await sql.query(`
    insert into ledger.transactions (id, key, kind, reference_kind, reference_id, buyer_id, token_value, tokens_amount, created_at)
    select id, 'order:' || order_id, 'topUpCustom', 'order', order_id, buyer_id, 100, ${TOP_UP}, at from bench_top_ups`);
  await sql.query(`
    insert into ledger.entries (transaction_id, line, account_id, unit, amount, balance_after, position, created_at)
    select t.id, e.line, e.account_id, e.unit, e.amount, e.balance_after, e.position, t.at
    from bench_top_ups t
    cross join (select ${ACCOUNT('clearing')} as clearing, ${ACCOUNT('exchangeCurrency')} as currency, ${ACCOUNT('exchangeTokens')} as tokens) site
    join ledger.accounts w on w.kind = 'wallet' and w.owner_id = t.buyer_id
    cross join lateral (values (1, site.clearing, 'currency', -${TOP_UP}::bigint, null::bigint, null::bigint), (2, site.currency, 'currency', ${TOP_UP}, null, null),
      (3, site.tokens, 'token', -${TOP_UP}, null, null), (4, w.id, 'token', ${TOP_UP}, ${TOP_UP}, 1)) e (line, account_id, unit, amount, balance_after, position)`);

  await sql.query(`
    insert into ledger.transactions (id, key, kind, reference_kind, reference_id, buyer_id, seller_id, item_kind, item_id, item_title, token_value, commission_rate,
      tokens_amount, gross_amount, commission_amount, net_amount, available_at, created_at)
    select s.id, 'order:' || s.order_id, case when s.item_id is null then 'tip' else 'purchaseFeed' end, 'order', s.order_id, s.buyer_id, s.seller_id,
      case when s.item_id is not null then 'feed' end, s.item_id, i.title, 100, 2000, s.amount, s.amount, s.commission, s.amount - s.commission,
      s.at + make_interval(days => ${WAITING_DAYS}), s.at
    from bench_sales s left join items i on i.id = s.item_id order by s.s`);
  await sql.query(`
    insert into ledger.entries (transaction_id, line, account_id, unit, amount, balance_after, position, created_at)
    select s.id, e.line, e.account_id, e.unit, e.amount, e.balance_after, e.position, s.at
    from (select bench_sales.*, ${TOP_UP} - sum(amount) over each as left_over, 1 + row_number() over each as position
      from bench_sales window each as (partition by buyer order by s rows unbounded preceding)) s
    cross join (select ${ACCOUNT('commission')} as commission, ${ACCOUNT('exchangeCurrency')} as currency, ${ACCOUNT('exchangeTokens')} as tokens) site
    join ledger.accounts w on w.kind = 'wallet' and w.owner_id = s.buyer_id
    join ledger.accounts p on p.kind = 'earningsPending' and p.owner_id = s.seller_id
    cross join lateral (values (1, w.id, 'token', -s.amount, s.left_over::bigint, s.position), (2, site.tokens, 'token', s.amount, null, null),
      (3, site.currency, 'currency', -s.amount, null, null), (4, p.id, 'currency', s.amount - s.commission, null, null),
      (5, site.commission, 'currency', s.commission, null, null)) e (line, account_id, unit, amount, balance_after, position)
    order by s.s`);

  const released = `bench_sales s where s.at < now() - make_interval(days => ${WAITING_DAYS})`;
  await sql.query(`
    create unlogged table bench_releases as
    select s.s, s.id as sale_id, s.seller_id, s.amount - s.commission as net, s.at + make_interval(days => ${WAITING_DAYS}) as at,
      bench_id_at('release' || s.s, s.at + make_interval(days => ${WAITING_DAYS})) as id from ${released}`);
  await sql.query(`
    insert into ledger.transactions (id, key, kind, reference_kind, reference_id, created_at)
    select id, 'release:' || sale_id, 'earningsRelease', 'transaction', sale_id, at from bench_releases order by s`);
  await sql.query(`
    insert into ledger.entries (transaction_id, line, account_id, unit, amount, created_at)
    select r.id, e.line, e.account_id, 'currency', e.amount, r.at
    from bench_releases r
    join ledger.accounts p on p.kind = 'earningsPending' and p.owner_id = r.seller_id
    join ledger.accounts v on v.kind = 'earningsAvailable' and v.owner_id = r.seller_id
    cross join lateral (values (1, p.id, -r.net), (2, v.id, r.net)) e (line, account_id, amount)
    order by r.s`);
  await sql.query(`
    insert into ledger.releases (transaction_id, due_at)
    select id, at + make_interval(days => ${WAITING_DAYS}) from bench_sales where s not in (select s from bench_releases)`);
};

/** Sales with orders, transactions, entries, releases and what they give; sealed and verified like those of the product. */
export const makeSales = async ({ sql }: Sql, size: WorldSize): Promise<void> => {
  await planSales({ sql }, size);
  await makeAccounts({ sql }, size);
  await withoutTriggers(sql, () =>
    withoutIndexes(sql, LEDGER_TABLES, async () => {
      await makeOrders({ sql });
      await makeTransactions({ sql });
      await sql.query(`
        insert into entitlements (account_id, item_id, item_kind, source)
        select bench_id('person' || fan), i.id, i.kind, 'grant'
        from generate_series(${size.performers + 1}::bigint, ${size.performers + size.fans}) fan, generate_series(1, ${OF_EACH_FAN.grants}) n
        join bench_items i on true where i.nr = 1 + bench_draw(fan * 1000 + n, 44, ${size.items})
        on conflict do nothing`);
    }),
  );
};

/** Seals every transaction. */
export const sealSales = async ({ sql }: Sql): Promise<void> => {
  // What runs elsewhere in the cluster may put some off to the next call.
  for (let calls = 0; calls < 20; calls += 1) {
    await sql.query(`select ledger.seal(10000000, make_interval(days => ${2 * DAYS}))`);
    const { rows } = await sql.query<{ waiting: string }>(
      'select (select count(*) from ledger.transactions) - (select count(*) from ledger.seals) as waiting',
    );
    if (Number(rows[0]!.waiting) === 0) return;
  }
  throw new Error('Not every transaction of the bench world could be sealed.');
};

/** @throws Error when an invariant of the ledger doesn't hold */
export const verifySales = async ({ sql }: Sql): Promise<void> => {
  const { rows } = await sql.query<{ name: string; ok: boolean; detail: string }>('select * from ledger.verify()');
  const broken = rows.filter(({ ok }) => !ok).map(({ name, detail }) => `${name} (${detail})`);
  if (broken.length > 0) throw new Error(`The ledger of the bench world does not verify: ${broken.join('; ')}.`);
};
