import { sql } from 'kysely';
import type { LiveEngine } from '../../live/live-engine.ts';
import type { Platform } from '../../platform/platform.ts';
import { dropStills } from './drop-stills.ts';
import { takeStills } from './take-stills.ts';

const DAY_MS = 86_400_000;
/** Days after a show until its grants are deleted. */
const GRANT_RETENTION_DAYS = 7;
/** Days until an unfinished recording is given up as lost with its node's disk. */
const UNFINISHED_DAYS = 7;

/** Deletes grants of long ended shows and long dead nodes; marks unfinished recordings as failed. */
export const cleanStreams = async ({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<void> => {
  const now = clock.now();
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  await sql`
    delete from stream_rights r using streams s
    where s.id = r.stream_id and s.ended_at < ${daysAgo(GRANT_RETENTION_DAYS)}::timestamptz and r.expires_at < ${now}::timestamptz`.execute(
    database,
  );
  await sql`delete from live_nodes where seen_at < ${daysAgo(1)}::timestamptz`.execute(database);
  await sql`
    update stream_recordings r set state = 'failed', failure = 'never finished', updated_at = ${now}::timestamptz
    from streams s
    where s.id = r.stream_id and r.state in ('recording', 'processing') and s.ended_at < ${daysAgo(UNFINISHED_DAYS)}::timestamptz`.execute(
    database,
  );
};

export const registerStreamJobs = (platform: Platform, engine: LiveEngine): void => {
  platform.jobs.schedule('streams:clean', '41 * * * *', () => cleanStreams(platform));
  platform.jobs.schedule('streams:takeStills', '* * * * *', (_payload, job) => takeStills(platform, engine, job));
  platform.jobs.schedule('streams:dropStills', '17 * * * *', () => dropStills(platform));
};
