import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordAudit, transact } from '../../platform/database/database.ts';
import { openPool } from '../../platform/testing/database.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { sealAudit } from './seal-audit.ts';

let app: TestApp;
let owner: pg.Pool;
beforeAll(async () => {
  app = await createTestApp();
  owner = openPool({ connectionString: app.testDatabase.ownerUrl, max: 1 });
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

const record = (key: string, at?: Date): Promise<void> =>
  transact(app.platform.database, undefined, (trx) =>
    recordAudit(trx, {
      actorId: null,
      action: 'settings.changed',
      objectKind: 'setting',
      objectId: null,
      detail: { key },
      ...(at ? { at } : {}),
    }),
  );
/** Seals everything; a transaction open elsewhere in the cluster, in another test's database, delays the seal. */
const sealAll = () =>
  expect
    .poll(
      async () => {
        await sealAudit(app.platform);
        const { rows } = await owner.query(
          'select l.id from audit_log l where not exists (select from audit_seals s where s.entry_id = l.id)',
        );
        return rows;
      },
      { timeout: 10_000 },
    )
    .toEqual([]);
const broken = async () => (await verifyLedger(app.platform.database)).checks.filter(({ ok }) => !ok).map(({ name }) => name);
const idOf = async (key: string): Promise<string> =>
  (await owner.query<{ id: string }>(`select id from audit_log where detail ->> 'key' = $1`, [key])).rows[0]!.id;
/** Does something to the log as a superuser would, looks at what is broken then, and takes it back. */
const brokenBy = async (statement: string): Promise<string[]> => {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query(statement);
    const { rows } = await client.query<{ name: string; ok: boolean }>('select name, ok from ledger.verify()');
    return rows.filter(({ ok }) => !ok).map(({ name }) => name);
  } finally {
    await client.query('rollback');
    client.release();
  }
};

test('seals each entry once, also one that carries an older time or is written while others are sealed', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, n) => Promise.all([record(`concurrent${n}`), sealAudit(app.platform)])));
  await sealAll();
  await record('older', new Date(Date.now() - 40 * 86_400_000));
  await record('newer');
  await sealAll();
  const { rows } = await owner.query<{ position: string; keys: string }>(
    `select s.position, l.detail ->> 'key' as keys from audit_seals s join audit_log l on l.id = s.entry_id order by s.position`,
  );
  expect(rows.map(({ position }) => Number(position))).toEqual(rows.map((_, index) => index + 1));
  expect(new Set(rows.map(({ keys }) => keys))).toContain('older');
  expect(await broken()).toEqual([]);
});

test('notices an entry that was changed or removed, and a missing seal', async () => {
  for (const key of ['first', 'second', 'third']) await record(key);
  await sealAll();
  const second = await idOf('second');
  expect(await brokenBy(`update audit_log set detail = '{"key": "other"}' where id = '${second}'`)).toEqual(['the audit log is unbroken']);
  expect(await brokenBy(`update audit_log set actor_id = null, action = 'settings.other' where id = '${second}'`)).toEqual([
    'the audit log is unbroken',
  ]);
  expect(await brokenBy(`delete from audit_log where id = '${second}'`)).toEqual(['the audit log is unbroken']);
  expect(await brokenBy(`delete from audit_seals where entry_id = '${second}'`)).toEqual(['the audit log is unbroken']);
  expect(await broken()).toEqual([]);
});

test('the application can neither change the log nor write seals', async () => {
  const application = openPool({ connectionString: app.testDatabase.ownerUrl, options: '-c role=stagedoor_app', max: 1 });
  try {
    for (const statement of [
      'delete from audit_log',
      `update audit_log set action = 'other'`,
      'delete from audit_seals',
      `update audit_seals set hash = ''`,
      `insert into audit_seals (position, entry_id, hash) values (9999, gen_random_uuid(), '')`,
    ])
      await expect(application.query(statement)).rejects.toThrow(/permission denied/);
  } finally {
    await application.end();
  }
});
