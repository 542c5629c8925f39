import { type RawBuilder, sql } from 'kysely';
import { type Trx, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { keptSince, recordExpired } from '../../platform/records.ts';
import { dropTakenComment } from '../comments/index.ts';
import { dropTakenMessage } from '../conversations/index.ts';
import { type RestrictionRow, deleteRestrictions, lockExpired } from '../restrictions/index.ts';

/** Measures that are deleted in one transaction: messages and comments are locked until it ends. */
const BATCH = 100;

type Needed = Pick<Platform, 'database' | 'clock' | 'settings'>;

/**
 * Returns true for a report or a notice that was decided before an instant, as were the complaint about it and the appeal against its measure.
 * @param claim alias of the report or notice
 * @param isAbout condition on complaints `c`
 */
export const isLongDecided = (claim: RawBuilder<unknown>, isAbout: RawBuilder<unknown>, since: Date): RawBuilder<boolean> =>
  sql<boolean>`(${claim}.decided_at < ${since}
    and not exists (select from complaints c where ${isAbout} and (c.decided_at is null or c.decided_at >= ${since}))
    and not exists (select from restrictions m
      where m.id = ${claim}.restriction_id and (m.appeal_state = 'open' or m.appeal_decided_at >= ${since})))`;

/** Removes the senders' words from reports and complaints that were decided long ago. The counted facts stay. @returns how many */
export const forgetWords = (platform: Needed): Promise<number> =>
  transact(platform.database, undefined, async (trx) => {
    const since = keptSince(platform, 'noticeYears');
    const { rows: reports } = await sql`
      update reports r set text = '' where r.text <> '' and ${isLongDecided(sql`r`, sql`c.report_id = r.id`, since)} returning r.id`.execute(
      trx,
    );
    const { rows: complaints } = await sql`
      update complaints set text = '' where text <> '' and decided_at < ${since} returning id`.execute(trx);
    const count = reports.length + complaints.length;
    await recordExpired(platform, trx, { action: 'reports.wordsForgotten', kept: 'noticeYears', count });
    return count;
  });

/** Deletes for good what a measure took away. A picture of a profile is held by the measure alone: the sweep of files removes it. */
const dropContents = async (trx: Trx, row: RestrictionRow, at: Date): Promise<void> => {
  if (row.state !== 'active' || row.measure !== 'removed') return;
  if (row.object_type === 'message') await dropTakenMessage(trx, row.object_id, at);
  if (row.object_type === 'comment') await dropTakenComment(trx, row.object_id, row.decided_by ?? row.account_id, at);
};

/**
 * Deletes measures that have been kept long enough, with the messages, comments and pictures that they took away. Hashes of those stay: copies are
 * refused as before.
 * @returns how many
 */
export const sweepRestrictions = async (platform: Needed, signal?: AbortSignal): Promise<number> => {
  const since = keptSince(platform, 'restrictionYears');
  for (let count = 0; ; ) {
    signal?.throwIfAborted();
    const swept = await transact(platform.database, undefined, async (trx) => {
      const rows = await lockExpired(trx, since, BATCH);
      for (const row of rows) await dropContents(trx, row, platform.clock.now());
      await deleteRestrictions(
        trx,
        rows.map(({ id }) => id),
      );
      await recordExpired(platform, trx, { action: 'reports.measuresExpired', kept: 'restrictionYears', count: rows.length });
      return rows.length;
    });
    count += swept;
    if (swept < BATCH) return count;
  }
};
