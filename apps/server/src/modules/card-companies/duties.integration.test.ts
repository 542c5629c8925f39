import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let owner: Person;
let performer: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  owner = await createAdmin(app);
  performer = await createPerformer(app, { admin: owner });
  fan = await createFan(app);
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;
const before = (days: number) => new Date(app.clock.now().getTime() - days * DAY_MS);
const fileOf = async (month: string) =>
  (await fetch(`${app.url}/api/admin/duties/report/export?month=${month}`, { headers: { authorization: owner.client.token! } })).text();
const reportOf = async (month: string) => {
  const { figures } = await owner.client.call('GET /admin/duties/report', { query: { month } });
  return new Map<string, number>(figures.map(({ figure, count }) => [figure, count]));
};
const stateOf = async (duty: string) => (await owner.client.call('GET /admin/duties')).duties.find((one) => one.duty === duty);

interface Notice {
  at: Date;
  decidedAt?: Date;
  state?: 'upheld' | 'rejected';
  hiding?: 'hidden' | 'unfounded';
}
let count = 0;
const addNotice = ({ at, decidedAt, state, hiding }: Notice) =>
  app.platform.database
    .insertInto('takedown_notices')
    .values({
      reference: `TN-${(count += 1)}`,
      url: 'https://example.org/post',
      reason: 'other',
      statement: 'Mine.',
      name: 'Ana',
      email: 'ana@example.org',
      state: state ?? 'open',
      hiding: hiding ?? null,
      created_at: at,
      decided_at: decidedAt ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

test('each duty has its state and what is open, by the records and the settings', async () => {
  expect(await stateOf('repeated')).toEqual({ duty: 'repeated', isMet: false, open: 0 });
  expect(await stateOf('records')).toMatchObject({ isMet: true });
  expect(await stateOf('review')).toMatchObject({ isMet: false });
  await app.platform.settings.change({ strikeLimit: 3, recordYears: 6, reviewBeforePublishing: true }, null);
  expect(await stateOf('repeated')).toMatchObject({ isMet: true });
  expect(await stateOf('records')).toMatchObject({ isMet: false });
  expect(await stateOf('review')).toMatchObject({ isMet: true });
  // One admin can't watch shows around the clock.
  expect(await stateOf('liveModeration')).toMatchObject({ isMet: false });
  await createAdmin(app);
  expect(await stateOf('liveModeration')).toMatchObject({ isMet: true });
  const [month] = (await owner.client.call('GET /admin/duties')).months;
  expect(await stateOf('report')).toEqual({ duty: 'report', isMet: false, open: 1 });
  await owner.client.call('GET /admin/duties/report', { query: { month: month! } });
  expect(await stateOf('report')).toMatchObject({ isMet: false });
  await fileOf(month!);
  expect(await stateOf('report')).toEqual({ duty: 'report', isMet: true, open: 0 });
});

test('the clock counts complaints that wait and those of the last 30 days by business days', async () => {
  const clock = async () => (await owner.client.call('GET /admin/duties')).complaints;
  expect(await clock()).toEqual({ days: 7, open: 0, late: 0, oldestAt: null, decidedInTime: 0, decidedLate: 0 });
  await addNotice({ at: before(5) });
  const late = await addNotice({ at: before(12) });
  expect(await clock()).toMatchObject({ open: 2, late: 1, oldestAt: before(12).toISOString() });
  expect(await stateOf('complaints')).toEqual({ duty: 'complaints', isMet: false, open: 2 });
  await app.platform.database
    .updateTable('takedown_notices')
    .set({ state: 'rejected', decided_at: before(0) })
    .where('id', '=', late.id)
    .execute();
  await addNotice({ at: before(25), decidedAt: before(24), state: 'upheld' });
  // Decided long ago.
  await addNotice({ at: before(90), decidedAt: before(60), state: 'upheld' });
  expect(await clock()).toMatchObject({ open: 1, late: 0, oldestAt: before(5).toISOString(), decidedInTime: 1, decidedLate: 1 });
  expect(await stateOf('complaints')).toEqual({ duty: 'complaints', isMet: true, open: 1 });
});

test('appeals, complaints of senders and copies that wait longer than seven business days are late', async () => {
  const { database } = app.platform;
  const at = before(3);
  const { id } = await database
    .insertInto('restrictions')
    .values({
      reference: 'SR-1',
      account_id: performer.id,
      measure: 'warned',
      object_type: 'account',
      object_id: performer.id,
      reason: 'harassment',
      ground: 'terms',
      source: 'own',
      decided_by: owner.id,
      appeal_until: before(-100),
      appeal_state: 'open',
      appealed_at: at,
      appeal_due_at: before(-6),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await stateOf('appeals')).toEqual({ duty: 'appeals', isMet: true, open: 1 });
  await database
    .updateTable('restrictions')
    .set({ appeal_due_at: before(0) })
    .where('id', '=', id)
    .execute();
  expect(await stateOf('appeals')).toEqual({ duty: 'appeals', isMet: false, open: 1 });
  // The day that the appeal names counts, not the one that it came.
  await database
    .updateTable('restrictions')
    .set({ appealed_at: before(12), appeal_due_at: before(-1) })
    .where('id', '=', id)
    .execute();
  expect(await stateOf('appeals')).toEqual({ duty: 'appeals', isMet: true, open: 1 });
  await database.deleteFrom('restrictions').where('id', '=', id).execute();
  const notice = await addNotice({ at: before(80), decidedAt: before(70), state: 'rejected' });
  await database
    .insertInto('complaints')
    .values({ notice_id: notice.id, text: 'Look again.', created_at: before(2) })
    .execute();
  expect(await stateOf('appeals')).toEqual({ duty: 'appeals', isMet: true, open: 1 });
  await sql`
    insert into copy_matches (file_id, sha256, object_kind, object_id, reason, distance, frames, at_ms, created_at)
    select id, 'x', 'item', ${performer.id}::uuid, '', 4, 1, 0, ${before(20)} from files limit 1`.execute(database);
  expect(await stateOf('copies')).toEqual({ duty: 'copies', isMet: false, open: 1 });
});

test('a month’s table and its file show the same figures, and only the file is logged as a report', async () => {
  const { database } = app.platform;
  const inJanuary = (day: string) => new Date(`2026-01-${day}T10:00:00Z`);
  // Friday to Tuesday of the week after next are seven business days, to Wednesday eight.
  await addNotice({ at: inJanuary('02'), decidedAt: inJanuary('13'), state: 'upheld', hiding: 'hidden' });
  const rejected = await addNotice({ at: inJanuary('02'), decidedAt: inJanuary('14'), state: 'rejected', hiding: 'hidden' });
  await addNotice({ at: inJanuary('03'), hiding: 'unfounded' });
  await addNotice({ at: new Date('2025-12-31T23:59:59Z'), decidedAt: new Date('2026-02-01T00:00:00Z'), state: 'upheld' });
  await database
    .insertInto('complaints')
    .values({ notice_id: rejected.id, text: 'Look again.', created_at: inJanuary('20') })
    .execute();
  const measure = {
    account_id: fan.id,
    object_type: 'account' as const,
    object_id: fan.id,
    reason: 'strikes' as const,
    ground: 'terms' as const,
    source: 'own' as const,
    measure: 'suspended' as const,
    appeal_until: inJanuary('30'),
    created_at: inJanuary('05'),
    appeal_state: 'rejected' as const,
    appealed_at: inJanuary('06'),
    appeal_due_at: inJanuary('15'),
    appeal_decided_at: inJanuary('07'),
    appeal_decided_by: owner.id,
  };
  await database
    .insertInto('restrictions')
    .values({ ...measure, reference: 'SR-2' })
    .execute();
  await sql`
    insert into copy_matches (file_id, sha256, object_kind, object_id, reason, distance, frames, at_ms, created_at, state, decided_at, decided_by)
    select id, 'y', 'item', ${fan.id}::uuid, '', 4, 1, 0, ${inJanuary('08')}, 'copy', ${inJanuary('09')}, ${owner.id}::uuid from files
    limit 1`.execute(database);

  const figures = await reportOf('2026-01');
  expect(Object.fromEntries([...figures].filter(([, number]) => number > 0))).toEqual({
    complaintsReceived: 3,
    complaintsUpheld: 1,
    complaintsRejected: 1,
    complaintsLate: 1,
    complaintsOpen: 2,
    hiddenAtOnce: 2,
    hiddenConfirmed: 1,
    hiddenReversed: 1,
    copiesFound: 1,
    copiesConfirmed: 1,
    repeatedSuspended: 1,
    unfounded: 1,
    appealsReceived: 1,
    appealsRejected: 1,
    objectionsReceived: 1,
  });
  const reported = () => database.selectFrom('audit_log').select('id').where('action', '=', 'orders.schemesReported').execute();
  const known = (await reported()).length;
  const lines = (await fileOf('2026-01')).trim().split('\r\n').slice(1);
  expect(lines.map((line) => Number(line.split(',').at(-1)))).toEqual([...figures.values()]);
  expect(lines[3]).toBe('"2026-01","Decided after more than seven business days",1');
  expect(await reported()).toHaveLength(known + 1);
});

test('a month that isn’t one is refused, and fans see neither duties nor report', async () => {
  for (const month of ['2026-13', '2026', '1999-01', 'x'])
    expect((await owner.client.send('GET /admin/duties/report', { query: { month } })).error?.error).toBe('VALIDATION_FAILED');
  for (const call of ['GET /admin/duties', 'GET /admin/duties/report'] as const)
    expect((await fan.client.send(call, { query: { month: '2026-01' } } as never)).status).toBe(403);
});
