import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openFile } from '../../testing/open-documents.ts';
import { PASSWORD, type Person, createAdmin, createFan, createFeed, createPerformer, picture, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { eraseDueAccounts } from './erase-account.ts';
import { sweepExports } from './exports.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());

const codeOf = (answer: { status: number; error: { error: string } }): string => (answer.status < 300 ? 'ok' : answer.error.error);
const ask = (person: Person, currentPassword = PASSWORD) => person.client.send('POST /users/me/deletion', { body: { currentPassword } });
const rowOf = (id: string) => app.platform.database.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('every table with personal data belongs to a module that exports it', async () => {
  // Found by names of columns, and by foreign keys, followed from accounts to items, orders, shows and so on. Columns that
  // name the admin who did something (`decided_by`) don't make a row that person's data.
  const { rows } = await sql<{ name: string }>`
    with recursive person (relation) as (
      select 'accounts'::regclass::oid
      union
      select k.conrelid from person p join pg_constraint k on k.confrelid = p.relation and k.contype = 'f'
      join pg_class r on r.oid = k.conrelid and not r.relispartition
      where exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname not like '%\\_by')
    )
    select relation::regclass::text as name from person
    union
    select case c.table_schema when 'public' then c.table_name else c.table_schema || '.' || c.table_name end
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and not (select relispartition from pg_class where oid = format('%I.%I', c.table_schema, c.table_name)::regclass)
      and c.table_schema in ('public', 'ledger')
      and c.column_name in ('account_id', 'performer_id', 'fan_id', 'buyer_id', 'seller_id', 'owner_id', 'sender_id', 'password_hash')
    order by 1`.execute(app.platform.database);
  const exported = app.platform.personalData.modules().flatMap(({ tables }) => tables);
  expect(rows.map(({ name }) => name).filter((name) => !exported.includes(name))).toEqual([]);
  expect(exported.filter((name, index) => exported.indexOf(name) !== index)).toEqual([]);
});

const END_OF_DIRECTORY = 0x06054b50;
const DEFLATED = 8;

/** Reads an archive by its central directory (APPNOTE.TXT 4.3), and checks every file's CRC. */
const unzip = async (person: Person, address: string): Promise<Map<string, Buffer>> => {
  const response = await openFile(app, person, address);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const zip = Buffer.from(await response.arrayBuffer());
  let end = zip.length - 22;
  while (zip.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, crc, size, local] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 16),
      zip.readUInt32LE(at + 20),
      zip.readUInt32LE(at + 42),
    ];
    const [name, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const body = zip.subarray(start, start + size);
    const content = method === DEFLATED ? inflateRawSync(body) : body;
    expect(crc32(content)).toBe(crc);
    files.set(zip.toString('utf8', at + 46, at + 46 + name), content);
    at += 46 + name + extra + comment;
  }
  return files;
};

describe('an export', () => {
  test('contains all data and the own files, and no secret', async () => {
    const star = await createPerformer(app, { admin, monthlyPrice: 5 });
    const fan = await createFan(app);
    await topUp(app, fan, 50);
    await fan.client.call('POST /users/avatar/upload', { files: { avatar: await picture() } });
    const feedId = await createFeed(star, { audience: 'buyers', price: 4.5, text: 'For those who pay.' });
    await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 2.25 } });
    await star.client.call('POST /auth/two-factor', { body: { currentPassword: PASSWORD } });
    const { orderId } = await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId } });
    await admin.client.call('POST /admin/orders/{id}/refund', { params: { id: orderId }, body: { reason: 'A note among admins.' } });
    await app.settle();

    const [one, two] = await Promise.all([star.client.send('POST /users/me/exports'), star.client.send('POST /users/me/exports')]);
    expect([codeOf(one), codeOf(two)].toSorted((a, b) => a.localeCompare(b))).toEqual(['EXPORT_RUNNING', 'ok']);
    await fan.client.call('POST /users/me/exports');
    await app.settle();
    const [made] = (await star.client.call('GET /users/me/exports')).data;
    expect(made).toMatchObject({ state: 'ready', bytes: expect.any(Number) });
    expect((await app.mailsTo(star.email)).at(-1)).toContain('is ready');

    const archive = await unzip(star, made!.url!);
    const modules = app.platform.personalData.modules().map(({ module }) => `${module}.json`);
    expect([...archive.keys()].filter((name) => !name.includes('/'))).toEqual(modules);
    expect([...archive.keys()].filter((name) => name.startsWith('performer/documents/'))).toHaveLength(2);
    const photo = [...archive.keys()].find((name) => name.startsWith(`items/${feedId}/`))!;
    const original = await app.platform.database
      .selectFrom('files')
      .select('sha256')
      .where('owner_id', '=', star.id)
      .where('purpose', '=', 'feedPhoto')
      .executeTakeFirstOrThrow();
    expect(createHash('sha256').update(archive.get(photo)!).digest('hex')).toBe(original.sha256);
    const whole = modules.map((name) => String(archive.get(name))).join('\n');
    expect(whole).toContain('For those who pay.');
    expect(whole).toContain(star.email);
    expect(whole).toMatch(/"priceAmount": 4.5/);
    expect(whole).not.toMatch(/argon2|password|tokenHash|secretSealed|codeHash|storageKey|originalKey/i);
    expect(whole).not.toContain(fan.id);

    const theirs = await unzip(fan, (await fan.client.call('GET /users/me/exports')).data[0]!.url!);
    expect(JSON.parse(String(theirs.get('wallet.json')))).toMatchObject({
      accounts: [{ kind: 'wallet', balance: 47.75 }],
      paid: expect.arrayContaining([expect.objectContaining({ tokensAmount: 2.25 })]),
    });
    // Admins' notes for one another, and who of them decided, aren't the fan's.
    const all = [...archive.values(), ...theirs.values()].map(String).join('\n');
    expect(all).not.toMatch(new RegExp(`A note among admins|${admin.id}`));
    expect([...theirs.keys()].some((name) => name.startsWith('account/avatar/'))).toBe(true);
  });

  test('is private, expires after seven days, and is swept', async () => {
    const [fan, stranger] = [await createFan(app), await createFan(app)];
    await fan.client.call('POST /users/me/exports');
    await app.settle();
    const { url, expiresAt } = (await fan.client.call('GET /users/me/exports')).data[0]!;
    expect((await stranger.client.call('GET /users/me/exports')).data).toEqual([]);
    const forged = url!.replace(/s=(.)/, (_, first: string) => `s=${first === 'A' ? 'B' : 'A'}`);
    expect((await openFile(app, fan, forged)).status).toBe(403);
    expect((await openFile(app, fan, url!)).status).toBe(200);
    expect((await openFile(app, stranger, url!)).status).toBe(403);
    expect((await fetch(new URL(url!, app.url))).status).toBe(403);
    expect(new Date(expiresAt!).getTime()).toBe(app.clock.now().getTime() + 7 * DAY_MS);
    app.clock.advance(7 * DAY_MS);
    const again = await app.client().call('POST /auth/login', { body: { username: fan.username, password: PASSWORD } });
    const over = (await app.client(again.token).call('GET /users/me/exports')).data[0]!;
    expect(over).toMatchObject({ state: 'expired', url: null });
    await sweepExports(app.platform);
    expect((await openFile(app, { client: app.client(again.token) }, url!)).status).toBe(404);
  });

  test('is open to a suspended account, and so is its deletion', async () => {
    const fan = await createFan(app);
    await app.platform.database.updateTable('accounts').set({ status: 'suspended' }).where('id', '=', fan.id).execute();
    await vi.waitUntil(async () => codeOf(await fan.client.send('GET /subscriptions/search')) === 'ACCOUNT_SUSPENDED', { timeout: 5000 });
    expect(codeOf(await fan.client.send('POST /users/me/exports'))).toBe('ok');
    expect(codeOf(await ask(fan))).toBe('ok');
    await app.settle();
    app.clock.advance(14 * DAY_MS);
    await eraseDueAccounts(app.platform);
    expect((await rowOf(fan.id)).status).toBe('deleted');
  });
});

describe('a deletion', () => {
  test('requires the password, lists what is kept, and can be cancelled', async () => {
    const fan = await createFan(app);
    expect(codeOf(await ask(fan, 'wrong'))).toBe('CURRENT_PASSWORD_WRONG');
    expect(codeOf(await fan.client.send('DELETE /users/me/deletion'))).toBe('DELETION_STATE');
    const requested = await fan.client.call('POST /users/me/deletion', { body: { currentPassword: PASSWORD } });
    expect(requested.deletesAt).toBe(new Date(app.clock.now().getTime() + 14 * DAY_MS).toISOString());
    expect(requested.keeps.length).toBeGreaterThan(2);
    for (const { what, until } of requested.keeps)
      expect([what, until > requested.deletesAt!]).toEqual([expect.stringMatching(/\w+ .*\.$/), true]);
    expect(codeOf(await ask(fan))).toBe('DELETION_STATE');
    expect((await fan.client.call('GET /users/me')).deletesAt).toBe(requested.deletesAt);
    await fan.client.call('DELETE /users/me/deletion');
    app.clock.advance(15 * DAY_MS);
    expect(await eraseDueAccounts(app.platform)).toBe(0);
    expect((await rowOf(fan.id)).status).toBe('active');
  });

  test('waits until the list outside the database can be written, and is in it then', async () => {
    const fan = await createFan(app);
    await app.platform.database.updateTable('accounts').set({ deletes_at: app.clock.now() }).where('id', '=', fan.id).execute();
    const path = join(app.dataDirectory, 'erasures.jsonl');
    await rename(path, `${path}.aside`).catch(() => {});
    // A folder in its place can't be written.
    await mkdir(path);
    expect([await eraseDueAccounts(app.platform), (await rowOf(fan.id)).status]).toEqual([0, 'active']);
    await rmdir(path);
    await rename(`${path}.aside`, path).catch(() => {});
    expect([await eraseDueAccounts(app.platform), (await rowOf(fan.id)).status]).toEqual([1, 'deleted']);
    expect((await readFile(path, 'utf8')).trim().split('\n').at(-1)).toMatch(new RegExp(`^{"accountId":"${fan.id}","at":"[^"]+"}$`));
  });

  test('that was due and is cancelled is noted, so that a restore doesn’t repeat it', async () => {
    const fan = await createFan(app);
    const due = app.clock.now();
    await app.platform.database.updateTable('accounts').set({ deletes_at: due }).where('id', '=', fan.id).execute();
    await app.platform.erasures.add({ accountId: fan.id, at: due, isKept: false });
    expect(await app.platform.erasures.erasedSince(due)).toContain(fan.id);
    await fan.client.call('DELETE /users/me/deletion');
    expect(await app.platform.erasures.erasedSince(due)).not.toContain(fan.id);
  });

  test('is refused to admins', async () => {
    expect(codeOf(await ask(admin))).toBe('FORBIDDEN');
    await app.platform.database.updateTable('accounts').set({ deletes_at: app.clock.now() }).where('id', '=', admin.id).execute();
    await eraseDueAccounts(app.platform);
    expect((await rowOf(admin.id)).status).toBe('active');
    await app.platform.database.updateTable('accounts').set({ deletes_at: null }).where('id', '=', admin.id).execute();
  });

  test('erases personal data, keeps required records, and buyers keep their purchases', async () => {
    const boss = await createAdmin(app);
    const star = await createPerformer(app, { admin: boss, monthlyPrice: 5 });
    const other = await createPerformer(app, { admin: boss, monthlyPrice: 5 });
    const [buyer, subscriber, stranger] = [await createFan(app), await createFan(app), await createFan(app)];
    for (const fan of [buyer, subscriber, star]) await topUp(app, fan, 100);
    await star.client.call('POST /performers/avatar/upload', { files: { avatar: await picture() } });
    const sold = await createFeed(star, { audience: 'buyers', price: 3, text: 'Sold once.' });
    const unsold = await createFeed(star, { audience: 'everyone', text: 'For all to see.' });
    await buyer.client.call('POST /payment-wallet/purchase-feed', { body: { feedId: sold } });
    for (const [fan, performer] of [
      [subscriber, star],
      [star, other],
    ] as const) {
      const { orderId } = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: performer.id } });
      await fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
    }
    await star.client.call('POST /reactions', { body: { action: 'follow', objectType: 'performer', objectId: other.id } });
    await app.settle();
    const before = await rowOf(star.id);
    const avatar = (await star.client.call('GET /users/me')).avatar;
    const view = await buyer.client.call('GET /feeds/{id}', { params: { id: sold } });
    const files = await app.platform.database.selectFrom('files').select(['id', 'purpose']).where('owner_id', '=', star.id).execute();
    const money = async () =>
      (
        await sql<{ sum: string }>`select coalesce(sum(amount), 0)::text || ':' || count(*) as sum from ledger.entries`.execute(
          app.platform.database,
        )
      ).rows[0]!.sum;
    const entriesBefore = await money();
    expect((await fetch(new URL(avatar, app.url))).status).toBe(200);

    await star.client.call('POST /users/me/deletion', { body: { currentPassword: PASSWORD } });
    app.clock.advance(13 * DAY_MS);
    expect(await eraseDueAccounts(app.platform)).toBe(0);
    app.clock.advance(DAY_MS);
    expect(await eraseDueAccounts(app.platform)).toBe(1);
    expect(await eraseDueAccounts(app.platform)).toBe(0);
    await app.settle();

    const after = await rowOf(star.id);
    expect(after).toMatchObject({ status: 'deleted', avatar_key: null, email_verified_at: null });
    expect(after.username).toMatch(/^deleted-[0-9a-f]{12}$/);
    expect(after.email).toMatch(/@deleted\.invalid$/);
    expect(JSON.stringify(after)).not.toContain(before.username);
    expect((await fetch(new URL(avatar, app.url))).status).toBe(404);
    for (const table of [
      'devices',
      'two_factor',
      'recovery_codes',
      'account_tokens',
      'presence',
      'last_seen_times',
      'timelines',
      'inactive_homes',
      'reactions',
      'payout_details',
    ] as const) {
      const column = table === 'payout_details' ? 'performer_id' : 'account_id';
      const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${star.id}::uuid`.execute(
        app.platform.database,
      );
      expect([table, rows.length]).toEqual([table, 0]);
    }
    const { rows: sessions } =
      await sql`select from sessions where account_id = ${star.id}::uuid and (revoked_at is null or ip <> '')`.execute(
        app.platform.database,
      );
    expect(sessions).toEqual([]);
    // Name and address are free again, and nobody can log in.
    const login = await app.client().send('POST /auth/login', { body: { username: before.username, password: PASSWORD } });
    expect(codeOf(login)).toBe('INCORRECT_CREDENTIALS');
    expect((await app.mailsTo(before.email)).at(-1)).toContain('account is deleted');

    // Others find nothing; the buyer still has the purchase, with its picture.
    const fresh = async (fan: Person) =>
      app.client((await app.client().call('POST /auth/login', { body: { username: fan.username, password: PASSWORD } })).token);
    const [theirs, others] = [await fresh(buyer), await fresh(stranger)];
    for (const id of [star.id, before.username, after.username])
      expect(codeOf(await others.send('GET /performers/{id}', { params: { id } }))).toBe('NOT_FOUND');
    for (const id of [sold, unsold]) expect(codeOf(await others.send('GET /feeds/{id}', { params: { id } }))).toBe('NOT_FOUND');
    expect(codeOf(await theirs.send('GET /feeds/{id}', { params: { id: unsold } }))).toBe('NOT_FOUND');
    const kept = await theirs.call('GET /feeds/{id}', { params: { id: sold } });
    expect(kept.access).toEqual({ allowed: true, reason: 'buyer' });
    expect(kept.photos[0]!._id).toBe(view.photos[0]!._id);
    expect((await fetch(new URL(kept.photos[0]!.sources[0]!.url, app.url))).status).toBe(200);
    expect(kept.performer.name).toBe(after.username);

    // Subscriptions to and of the account have ended; required records are kept.
    const subscriptions = await app.platform.database
      .selectFrom('subscriptions')
      .select(['state', 'renews_by', 'expires_at'])
      .where((where) => where.or([where('fan_id', '=', star.id), where('performer_id', '=', star.id)]))
      .execute();
    expect(subscriptions).toHaveLength(2);
    for (const one of subscriptions) {
      expect(one).toMatchObject({ state: 'cancelled', renews_by: null });
      expect(one.expires_at.getTime()).toBeLessThanOrEqual(app.clock.now().getTime());
    }
    const left = await app.platform.database.selectFrom('files').select(['id', 'purpose']).where('owner_id', '=', star.id).execute();
    expect(left.filter(({ purpose }) => purpose === 'document')).toHaveLength(2);
    expect(left.length).toBeLessThan(files.length);
    const { rows: record } = await sql`
      select first_name, last_name from performers where account_id = ${star.id}::uuid`.execute(app.platform.database);
    expect(record).toEqual([{ first_name: 'Star', last_name: 'Light' }]);
    expect(await money()).toBe(entriesBefore);
    const { rows: verified } = await sql<{ ok: boolean }>`select ok from ledger.verify()`.execute(app.platform.database);
    expect(verified.every(({ ok }) => ok)).toBe(true);
    const audit = await app.platform.database.selectFrom('audit_log').select('action').where('object_id', '=', star.id).execute();
    expect(audit.map(({ action }) => action)).toContain('accounts.erased');
    const counts = await app.platform.database
      .selectFrom('performer_counters')
      .select(['follower_count', 'subscriber_count'])
      .where('performer_id', '=', other.id)
      .executeTakeFirstOrThrow();
    expect(counts.follower_count).toBe(0);
  });
});
