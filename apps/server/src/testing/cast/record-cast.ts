import { logRows, netChanges } from '../changed-rows.ts';
import { type TestApp, createTestApp } from '../test-app.ts';
import type { TestDatabase } from '../../platform/testing/database.ts';
import { sql } from 'kysely';
import type { Cast, CastKind, Recorded, Rows } from './cast.ts';
import { type Person, createFirstAdmin, signUpFan, signUpPerformer } from './sign-up.ts';

const DAY_MS = 86_400_000;
/** How far the application's clock is ahead while the cast is recorded, which tells its times from the database's. */
const AHEAD_MS = 1000 * DAY_MS;

/** Events already handled, whose effects are in the other tables, and what storing a file writes by itself. */
const NOT_RECORDED = ['outbox', 'sealed_files'];

const recordOne = async (app: TestApp, signUp: () => Promise<Person>): Promise<Recorded> => {
  await app.settle();
  await sql`delete from testing.row_log`.execute(app.platform.database);
  const { id, username } = await signUp();
  await app.settle();
  const rows: Rows = {};
  for (const [table, { added, removed }] of Object.entries(await netChanges(app, { except: NOT_RECORDED }))) {
    // A row that was there before is shared: a copy of the person would have to change it too.
    if (removed.length > 0) throw new Error(`A sign-up changes other rows of ${table}: the cast can't be recorded by its new rows alone.`);
    rows[table] = added;
  }
  const files: Record<string, string> = {};
  for (const { original_key: key } of rows['public.files'] ?? []) {
    const { stream } = await app.platform.storage.open(String(key));
    files[String(key)] = Buffer.concat(await stream.toArray()).toString('base64');
  }
  return { id, username, rows, files };
};

/** Signs one person of each kind up on a database of its own. */
export const recordCast = async (database: TestDatabase): Promise<Cast> => {
  const started = Date.now();
  const app = await createTestApp({ database, now: new Date(started + AHEAD_MS) });
  try {
    await logRows(database.ownerUrl);
    let admin: Person | undefined;
    // Each name looks different from its skeleton, so that both are found in the rows.
    const signUps: Record<CastKind, () => Promise<Person>> = {
      admin: async () => (admin = await createFirstAdmin(app, 'boss0x0x')),
      fan: () => signUpFan(app, 'fan0x0x', { verified: true }),
      unverifiedFan: () => signUpFan(app, 'fan0x2x', { verified: false }),
      performer: () => signUpPerformer(app, 'star0x0x', { verified: true, admin }),
      unverifiedPerformer: () => signUpPerformer(app, 'star0x2x', { verified: false, admin }),
      applicant: () => signUpPerformer(app, 'star0x3x', { verified: true, admin: undefined }),
      unverifiedApplicant: () => signUpPerformer(app, 'star0x4x', { verified: false, admin: undefined }),
    };
    // One after the other: later ones need the admin.
    const people = {
      admin: await recordOne(app, signUps.admin),
      fan: await recordOne(app, signUps.fan),
      unverifiedFan: await recordOne(app, signUps.unverifiedFan),
      performer: await recordOne(app, signUps.performer),
      unverifiedPerformer: await recordOne(app, signUps.unverifiedPerformer),
      applicant: await recordOne(app, signUps.applicant),
      unverifiedApplicant: await recordOne(app, signUps.unverifiedApplicant),
    };
    return {
      people,
      clockAfter: new Date(started + AHEAD_MS / 2).toISOString(),
      clock: app.clock.now().toISOString(),
    };
  } finally {
    await app.close();
  }
};
