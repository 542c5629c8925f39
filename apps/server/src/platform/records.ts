import type { AuditAction } from '@stagedoor/contract/audit.values';
import { type Trx, recordAudit } from './database/database.ts';
import type { Platform } from './platform.ts';

// How long records are kept: the owner's settings, within the bounds of the law. Jobs delete what is older, so that a lower setting deletes at their next
// run, and a higher one keeps what is still there.

/** The settings that say for how many years records are kept. */
export type RecordYears = 'recordYears' | 'noticeYears' | 'restrictionYears';

/** The instant before which records of a kind have been kept long enough. */
export const keptSince = ({ clock, settings }: Pick<Platform, 'clock' | 'settings'>, kept: RecordYears): Date => {
  const since = new Date(clock.now());
  since.setUTCFullYear(since.getUTCFullYear() - settings.get(kept));
  return since;
};

/** Writes into the audit log how many records were deleted because their time was over; nothing for none. No person did it. */
export const recordExpired = async (
  { clock, settings }: Pick<Platform, 'clock' | 'settings'>,
  trx: Trx,
  { action, kept, count }: { action: AuditAction; kept: RecordYears; count: number },
): Promise<void> => {
  if (count === 0) return;
  const detail = { count, years: settings.get(kept) };
  await recordAudit(trx, { actorId: null, action, objectKind: 'list', objectId: null, detail, at: clock.now() });
};
