import { APPEAL_DAYS } from '@stagedoor/contract/reports.values';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';

const DAY_MS = 86_400_000;

/** A report or notice `r` about the show that is open, or whose rejection its sender complains or may still complain about. */
const isOpenClaim = (
  table: 'reports' | 'takedown_notices',
  column: 'report_id' | 'notice_id',
  now: Date,
): RawBuilder<boolean> => sql<boolean>`
  exists (select from ${sql.table(table)} r where r.object_type = 'stream' and r.object_id = t.stream_id and (
    r.state = 'open'
    or (r.state = 'rejected' and r.decided_at > ${new Date(now.getTime() - APPEAL_DAYS * DAY_MS)}::timestamptz)
    or exists (select from complaints c where c.${sql.ref(column)} = r.id and c.state = 'open')))`;

/**
 * True for stills `t` that somebody may still decide by: a report, a notice or a measure about the show is open, or can be appealed against, or
 * the still itself waits as a copy.
 */
const isNeeded = (now: Date): RawBuilder<boolean> => sql<boolean>`(
  ${isOpenClaim('reports', 'report_id', now)} or ${isOpenClaim('takedown_notices', 'notice_id', now)}
  or exists (select from restrictions x where x.object_type = 'stream' and x.object_id = t.stream_id
    and (x.appeal_state = 'open' or (x.state = 'active' and x.appeal_state is null and x.appeal_until > ${now}::timestamptz)))
  or exists (select from copy_matches m where m.file_id = t.file_id and m.state = 'open'))`;

/**
 * Deletes the rows of stills older than the setting `liveStillDays` that nobody decides by any more; the sweep of unused files removes their
 * files within hours.
 */
export const dropStills = async ({ background, clock, settings }: Pick<Platform, 'background' | 'clock' | 'settings'>): Promise<void> => {
  const now = clock.now();
  const before = new Date(now.getTime() - settings.get('liveStillDays') * DAY_MS);
  await sql`delete from show_stills t where t.taken_at < ${before}::timestamptz and not ${isNeeded(now)}`.execute(background);
};

/** Deletes the stills of an erased performer's shows; those that somebody decides by stay until then. */
export const dropStillsOf = async (executor: Executor, performerId: string, now: Date): Promise<void> => {
  await sql`
    delete from show_stills t using streams s
    where s.id = t.stream_id and s.performer_id = ${performerId}::uuid and not ${isNeeded(now)}`.execute(executor);
};
