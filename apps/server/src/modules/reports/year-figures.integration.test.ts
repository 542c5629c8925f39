import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp({ now: new Date('2032-02-01T12:00:00Z') });
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  fan = await createFan(app);
  await plant();
});
afterAll(() => app.close());

const ITEM = '01890000-0000-7000-8000-000000000001';
const at = (text: string): Date => new Date(`${text}Z`);
let count = 0;
const reference = (): string => `YEAR-${String((count += 1)).padStart(4, '0')}`;

type Restriction = Partial<{
  measure: 'hidden' | 'removed' | 'suspended' | 'refused';
  ground: 'law' | 'terms';
  source: 'report' | 'notice' | 'copy' | 'own';
  reason: string;
  isAutomated: boolean;
  ended: string;
  appeal: { state: 'open' | 'upheld' | 'rejected'; at: string; decided?: string };
}>;
const restriction = async (created: string, given: Restriction): Promise<string> => {
  const { measure = 'removed', ground = 'terms', source = 'report', reason = 'spam', isAutomated = false, ended, appeal } = given;
  const row = await app.platform.database
    .insertInto('restrictions')
    .values({
      reference: reference(),
      account_id: star.id,
      measure,
      object_type: measure === 'suspended' ? 'account' : 'feed',
      object_id: crypto.randomUUID(),
      reason,
      ground,
      source,
      is_automated: isAutomated,
      decided_by: isAutomated ? null : admin.id,
      appeal_until: at('2033-01-01T00:00:00'),
      created_at: at(created),
      ...(ended ? { state: 'lifted' as const, ended_at: at(ended) } : {}),
      ...(appeal
        ? {
            appeal_state: appeal.state,
            appealed_at: at(appeal.at),
            appeal_due_at: at(appeal.at),
            appeal_decided_at: appeal.decided ? at(appeal.decided) : null,
          }
        : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

type Claim = Partial<{
  type: string;
  decided: string;
  state: 'upheld' | 'rejected';
  hiding: 'hidden' | 'unfounded';
  restrictionId: string;
}>;
const report = async (created: string, reason: 'spam' | 'notConsented', given: Claim = {}): Promise<string> => {
  const row = await app.platform.database
    .insertInto('reports')
    .values({
      reference: reference(),
      reporter_id: fan.id,
      owner_id: star.id,
      object_type: given.type ?? 'feed',
      object_id: crypto.randomUUID(),
      reason,
      hiding: given.hiding ?? null,
      created_at: at(created),
      state: given.state ?? 'open',
      outcome: given.state === 'upheld' ? 'takenDown' : given.state === 'rejected' ? 'none' : null,
      decided_at: given.decided ? at(given.decided) : null,
      decided_by: given.decided ? admin.id : null,
      restriction_id: given.restrictionId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};
const notice = (created: string, given: Claim & { type?: 'feed' } = {}) =>
  app.platform.database
    .insertInto('takedown_notices')
    .values({
      reference: reference(),
      url: 'https://example.org/feeds/x',
      statement: 'It is mine.',
      name: 'Nora',
      email: 'nora@example.org',
      reason: 'copyright',
      object_type: given.type ?? null,
      object_id: given.type ? ITEM : null,
      created_at: at(created),
      state: given.state ?? 'open',
      decided_at: given.decided ? at(given.decided) : null,
      decided_by: given.decided ? admin.id : null,
    })
    .execute();
const copy = (created: string, given: { state: 'open' | 'copy' | 'different'; decided?: string }) =>
  app.platform.database
    .insertInto('copy_matches')
    .values({
      sha256: crypto.randomUUID(),
      object_kind: 'feed',
      object_id: crypto.randomUUID(),
      reason: 'spam',
      distance: 3,
      frames: 1,
      at_ms: 0,
      state: given.state,
      created_at: at(created),
      decided_at: given.decided ? at(given.decided) : null,
    })
    .execute();

/** The year 2031 with what came before and after it. */
const plant = async () => {
  // Removed on a report in two hours, given back by an appeal ten hours later: the first decision counts.
  const appealed = await restriction('2031-03-01T02:00:00', {
    ended: '2031-03-02T00:00:00',
    appeal: { state: 'upheld', at: '2031-03-01T14:00:00', decided: '2031-03-02T00:00:00' },
  });
  await report('2031-03-01T00:00:00', 'spam', { state: 'rejected', decided: '2031-03-01T02:00:00', restrictionId: appealed });
  // Rejected in four hours, and complained about.
  const rejected = await report('2031-04-01T00:00:00', 'spam', { type: 'comment', state: 'rejected', decided: '2031-04-01T04:00:00' });
  await app.platform.database
    .insertInto('complaints')
    .values({
      report_id: rejected,
      text: 'Look again.',
      state: 'rejected',
      created_at: at('2031-04-02T00:00:00'),
      decided_at: at('2031-04-02T05:00:00'),
    })
    .execute();
  // Hidden at once: one confirmed, one reversed, one that still waits, and one that hid nothing.
  const confirmed = await restriction('2031-05-01T00:00:00', { ground: 'law', reason: 'notConsented' });
  await report('2031-05-01T00:00:00', 'notConsented', {
    hiding: 'hidden',
    state: 'upheld',
    decided: '2031-05-01T06:00:00',
    restrictionId: confirmed,
  });
  await restriction('2031-06-01T00:00:00', {
    measure: 'hidden',
    ground: 'law',
    reason: 'notConsented',
    isAutomated: true,
    ended: '2031-06-01T08:00:00',
  });
  await report('2031-06-01T00:00:00', 'notConsented', { hiding: 'hidden', state: 'rejected', decided: '2031-06-01T08:00:00' });
  await restriction('2031-12-31T20:00:00', { measure: 'hidden', ground: 'law', reason: 'notConsented', isAutomated: true });
  await report('2031-12-31T20:00:00', 'notConsented', { hiding: 'hidden', state: 'upheld', decided: '2032-01-01T00:00:00' });
  await report('2031-07-01T00:00:00', 'notConsented', { hiding: 'unfounded' });
  // Notices: of another year, decided in this one; and one that leads to nothing here.
  await notice('2030-12-31T23:00:00', { type: 'feed', state: 'upheld', decided: '2031-01-01T09:00:00' });
  await notice('2031-08-01T00:00:00');
  // On own initiative, for a copy, and for repeated violations.
  await restriction('2031-09-01T00:00:00', { source: 'own', appeal: { state: 'open', at: '2031-09-02T00:00:00' } });
  await restriction('2031-09-01T00:00:00', { measure: 'refused', source: 'copy', ground: 'law', reason: 'copyright' });
  await restriction('2030-11-01T00:00:00', {
    measure: 'suspended',
    source: 'own',
    reason: 'strikes',
    isAutomated: true,
    ended: '2031-01-05T00:00:00',
  });
  await restriction('2031-10-01T00:00:00', { measure: 'suspended', source: 'own', reason: 'strikes', isAutomated: true });
  await copy('2031-09-01T00:00:00', { state: 'copy', decided: '2031-09-01T03:00:00' });
  await copy('2031-09-01T00:00:00', { state: 'different', decided: '2031-09-01T05:00:00' });
  await copy('2031-11-01T00:00:00', { state: 'open' });
  await copy('2032-01-10T00:00:00', { state: 'open' });
};

const figures = (year?: string) => admin.client.call('GET /admin/moderation/year', { query: year ? { year } : {} });

test('a year counts reports and notices by reason and by content, by the instants when they came and were decided', async () => {
  const { year, from, to, reasons, contents } = await figures('2031');
  expect([year, from, to]).toEqual(['2031', '2031-01-01T00:00:00.000Z', '2032-01-01T00:00:00.000Z']);
  expect(reasons).toEqual([
    { source: 'notice', reason: 'copyright', received: 1, upheld: 1, rejected: 0, open: 1, medianHours: 10 },
    { source: 'report', reason: 'notConsented', received: 4, upheld: 1, rejected: 1, open: 2, medianHours: 7 },
    { source: 'report', reason: 'spam', received: 2, upheld: 1, rejected: 1, open: 0, medianHours: 3 },
  ]);
  expect(contents).toEqual([
    { source: 'notice', content: 'feed', received: 0, upheld: 1, rejected: 0, open: 0, medianHours: 10 },
    { source: 'notice', content: null, received: 1, upheld: 0, rejected: 0, open: 1, medianHours: null },
    { source: 'report', content: 'comment', received: 1, upheld: 0, rejected: 1, open: 0, medianHours: 4 },
    { source: 'report', content: 'feed', received: 5, upheld: 2, rejected: 1, open: 2, medianHours: 6 },
  ]);
});

test('a year counts measures by ground and source, with those that no person decided and those that ended', async () => {
  const { measures } = await figures('2031');
  expect(measures).toEqual([
    { measure: 'hidden', ground: 'law', source: 'report', made: 2, automated: 2, lifted: 1 },
    { measure: 'refused', ground: 'law', source: 'copy', made: 1, automated: 0, lifted: 0 },
    { measure: 'removed', ground: 'law', source: 'report', made: 1, automated: 0, lifted: 0 },
    { measure: 'removed', ground: 'terms', source: 'own', made: 1, automated: 0, lifted: 0 },
    { measure: 'removed', ground: 'terms', source: 'report', made: 1, automated: 0, lifted: 1 },
    { measure: 'suspended', ground: 'terms', source: 'own', made: 1, automated: 1, lifted: 1 },
  ]);
});

test('a year counts automatic hiding and copies with their reversals, appeals, complaints and misuse', async () => {
  const { hidden, copies, appeals, complaints, repeated } = await figures('2031');
  expect(hidden).toEqual({ received: 3, upheld: 1, rejected: 1, open: 1, medianHours: 7 });
  expect(copies).toEqual({ received: 3, upheld: 1, rejected: 1, open: 1, medianHours: 4 });
  expect(appeals).toEqual({ received: 2, upheld: 1, rejected: 0, open: 1, medianHours: 10 });
  expect(complaints).toEqual({ received: 1, upheld: 0, rejected: 1, open: 0, medianHours: 5 });
  expect(repeated).toEqual({ suspended: 1, suspensionsLifted: 1, unfounded: 1 });
});

test('the current year is the default; another year has its own numbers, and only admins who decide content read them', async () => {
  const now = await figures();
  expect([now.year, now.hidden, now.copies.received]).toEqual([
    '2032',
    { received: 0, upheld: 1, rejected: 0, open: 0, medianHours: 4 },
    1,
  ]);
  const none = await figures('2029');
  expect([none.reasons, none.contents, none.measures, none.appeals.received]).toEqual([[], [], [], 0]);
  expect((await admin.client.send('GET /admin/moderation/year', { query: { year: '31' } })).status).toBe(422);
  expect((await fan.client.send('GET /admin/moderation/year', {})).status).toBe(403);
});

test('the file of a year has a number in each line, with names in the caller’s language', async () => {
  const answer = await fetch(`${app.url}/api/admin/moderation/year/export?year=2031&locale=es`, {
    headers: { authorization: admin.client.token!, cookie: 'locale=es' },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/csv')]);
  const lines = (await answer.text()).trim().split('\r\n');
  expect(lines).toHaveLength(1 + 3 * 5 + 4 * 5 + 6 * 3 + 4 * 5 + 3);
  expect(lines[0]).toContain('"Año","Apartado","Tipo","Detalle","Dato","Valor"');
  expect(lines).toContain('2031,"Por motivo","Denuncia","Spam o fraude","Recibidas",2');
  expect(lines).toContain('2031,"Medidas tomadas","Retirado","Ley, Una denuncia","Tomadas",1');
});
