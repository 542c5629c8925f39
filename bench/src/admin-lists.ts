import { makePeople, openSession } from './people.ts';
import { type Bound, median, startOurs } from './rounds.ts';
import { USAGE, type Usage } from './servers/usage.ts';
import type { Stage } from './stage.ts';

const ROWS = 1_000_000;
const PERFORMERS = 1000;
const SUSPENDED = 10_000;
const READS = 9;
const FIRST_PAGE_MS = 100;
const ROWS_PER_SECOND = 20_000;
const BULK_SECONDS = 90;
/** A heap that was not collected yet; a million rows would be hundreds. */
const GROWN_MIB = 100;
const MEBIBYTE = 1024 * 1024;

/** A million rows in each of the longest lists, and an admin. */
const makeRows = async (stage: Stage): Promise<string> => {
  const { sql } = stage;
  await makePeople(stage, PERFORMERS, ROWS - PERFORMERS);
  const person = (of: string) => `bench_id('person' || ${of})`;
  const performer = person(`(1 + n % ${PERFORMERS})`);
  const fan = person(`(${PERFORMERS + 1} + n % ${ROWS - PERFORMERS})`);
  const at = `now() - n * interval '10 seconds'`;
  const each = `generate_series(0, ${ROWS - 1}) n`;
  await sql.query(`update accounts set created_at = now() - (id::text < '8')::int * interval '40 days' - random() * interval '100 days'`);
  await sql.query(`insert into performer_counters (performer_id) select account_id from performers on conflict do nothing`);
  await sql.query(`
    insert into orders (kind, buyer_id, seller_id, item_title, tokens_amount, money_amount, currency, token_value, commission_rate, method, state,
      created_at, updated_at, paid_at)
    select 'tip', ${fan}, ${performer}, 'Tip', 500, 500, 'USD', 100, 2000, 'wallet', 'paid', ${at}, ${at}, ${at} from ${each}`);
  await sql.query(`
    insert into subscriptions (fan_id, performer_id, type, price_amount, started_at, created_at, updated_at, expires_at, paid_until)
    select ${fan}, ${performer}, 'monthly', 900, ${at}, ${at}, ${at}, now() + interval '9 days', now() + interval '9 days' from ${each}
    on conflict do nothing`);
  await sql.query(`
    insert into items (id, kind, performer_id, title, audience, state, created_at, updated_at, published_at)
    select bench_id('item' || n), 'feed', ${performer}, 'Post ' || n, 'everyone', 'active', ${at}, ${at}, ${at} from ${each}`);
  await sql.query(`insert into item_counters (item_id) select id from items`);
  await sql.query(`insert into item_contents (item_id, title, text) select id, title, 'Words.' from items`);
  await sql.query(`update accounts set role = 'admin', admin_role = 'owner' where username = 'person${ROWS}'`);
  await sql.query('vacuum analyze');
  return openSession(stage, ROWS);
};

const PAGES: readonly (readonly [string, readonly string[]])[] = [
  ['users', ['createdAt', 'updatedAt', 'username', 'lastSeenAt']],
  ['orders', ['createdAt']],
  ['subscriptions', ['createdAt', 'updatedAt']],
  ['content', ['createdAt']],
];

/** The first page of each of the longest lists of the administration by each of its heads; two files; an act on ten thousand accounts. */
export const adminLists = async (stage: Stage): Promise<readonly Bound[]> => {
  const token = await makeRows(stage);
  const ours = await startOurs(stage, { LOG_LEVEL: 'silent', ROLES: 'web,worker' });
  const headers = { authorization: token, 'content-type': 'application/json' };
  const ask = async (path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${ours.url}/api/admin/${path}`, {
      headers,
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { data: unknown }).data;
  };
  const firstPage = async (path: string): Promise<number> => {
    const times: number[] = [];
    for (let n = 0; n < READS; n += 1) {
      const begun = performance.now();
      await ask(path);
      times.push(performance.now() - begun);
    }
    return median(times);
  };
  const memory = async (): Promise<number> => (await ours.ask<Usage>(USAGE)).memory / MEBIBYTE;
  /** Seconds that a file takes, and by how much the server's memory grows. */
  const fileOf = async (path: string): Promise<{ seconds: number; grown: number }> => {
    const before = await memory();
    const begun = performance.now();
    const answer = await fetch(`${ours.url}/api/admin/${path}/export`, { headers });
    let lines = 0;
    for await (const piece of answer.body!) for (const byte of piece as Uint8Array) if (byte === 10) lines += 1;
    if (lines < ROWS * 0.9) throw new Error(`the file of ${path} has ${lines} lines`);
    const seconds = (performance.now() - begun) / 1000;
    return { seconds, grown: (await memory()) - before };
  };
  const suspend = async (): Promise<number> => {
    const from = new Date(Date.now() - 400 * 86_400_000).toISOString();
    const ids = await stage.sql.query<{ id: string }>(
      `select id from accounts where role = 'fan' order by created_at desc limit ${SUSPENDED}`,
    );
    const last = await stage.sql.query<{ at: Date }>(`select created_at as at from accounts where id = $1`, [ids.rows.at(-1)!.id]);
    const { _id: id } = (await ask('users/suspend-many', {
      rows: { matching: { role: 'fan', from: last.rows[0]?.at.toISOString() ?? from } },
      reason: 'fraud',
    })) as { _id: string };
    const begun = performance.now();
    await ask(`bulk-acts/${id}/start`, {});
    for (;;) {
      const act = (await ask(`bulk-acts/${id}`)) as { state: string; done: number; failed: number };
      if (act.state === 'done') {
        console.log(`admin-lists: ${act.done} accounts suspended, ${act.failed} failed`);
        return (performance.now() - begun) / 1000;
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  try {
    const pages: Bound[] = [];
    for (const [list, heads] of PAGES)
      for (const head of heads) {
        const measured = await firstPage(`${list}?limit=25&sortBy=${head}`);
        pages.push({ name: `first page of a million ${list} by ${head}`, unit: 'ms', measured, atMost: FIRST_PAGE_MS });
      }
    const files: Bound[] = [];
    for (const list of ['users', 'orders', 'content']) {
      const { seconds, grown } = await fileOf(list);
      files.push({ name: `file of a million ${list}`, unit: 's', measured: seconds, atMost: ROWS / ROWS_PER_SECOND });
      files.push({ name: `memory grown by the file of a million ${list}`, unit: 'MiB', measured: grown, atMost: GROWN_MIB });
    }
    return [...pages, ...files, { name: 'ten thousand accounts suspended', unit: 's', measured: await suspend(), atMost: BULK_SECONDS }];
  } finally {
    await ours.stop();
  }
};
