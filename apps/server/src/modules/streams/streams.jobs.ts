import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';

const DAY_MS = 86_400_000;
/** What was granted for a show is forgotten this long after it. */
const RIGHTS_DAYS = 7;
/** A recording that no node has finished by then is lost with the disk it was on. */
const UNFINISHED_DAYS = 7;

/** Forgets the rights of shows long ended and the nodes long dead; gives up recordings nobody finished. */
export const cleanStreams = async ({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<void> => {
  const now = clock.now();
  const ago = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  await sql`
    delete from stream_rights r using streams s
    where s.id = r.stream_id and s.ended_at < ${ago(RIGHTS_DAYS)}::timestamptz and r.expires_at < ${now}::timestamptz`.execute(database);
  await sql`delete from live_nodes where seen_at < ${ago(1)}::timestamptz`.execute(database);
  await sql`
    update stream_recordings r set state = 'failed', failure = 'never finished', updated_at = ${now}::timestamptz
    from streams s
    where s.id = r.stream_id and r.state in ('recording', 'processing') and s.ended_at < ${ago(UNFINISHED_DAYS)}::timestamptz`.execute(
    database,
  );
};

export const registerStreamJobs = (platform: Platform): void =>
  platform.jobs.schedule('streams:clean', '41 * * * *', () => cleanStreams(platform));
