import { CLOCK_STEPS, type ClockStep } from '@stagedoor/contract/admin-money';
import { sql } from 'kysely';
import type { SiteClock } from '../../platform/site-clock.ts';
import { type Idempotency, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';

const DUE_TASK = 'clock:runDue';
/** Doubles of card companies learn within a second that the site's clock was moved. */
const COMPANIES_FIRST_MS = 4000;

export interface ClockState {
  /** Only with the sandbox gateway. */
  isMovable: boolean;
  now: string;
  /** Seconds ahead of the real time. */
  ahead: number;
}

export const getClock = ({ clock }: Pick<Platform, 'clock'>, siteClock: SiteClock | undefined): ClockState => ({
  isMovable: siteClock !== undefined,
  now: clock.now().toISOString(),
  ahead: Math.round((siteClock?.offset() ?? 0) / 1000),
});

/**
 * Moves the site's clock forward on every node, never back, and runs the jobs that become due.
 * @throws CodedError NOT_FOUND without the sandbox gateway
 */
export const moveClock = async (
  platform: Platform,
  siteClock: SiteClock | undefined,
  actorId: string,
  step: ClockStep,
  idempotency: Idempotency | undefined,
): Promise<ClockState> => {
  if (!siteClock) throw new CodedError('NOT_FOUND');
  await transact(platform.database, idempotency, async (trx) => {
    const { rows } = await sql<{ offset_ms: bigint }>`
      update site_clock set offset_ms = offset_ms + ${CLOCK_STEPS[step] * 1000}, updated_at = now() returning offset_ms`.execute(trx);
    await recordAudit(trx, {
      actorId,
      action: 'clock.moved',
      objectKind: 'site',
      objectId: null,
      detail: { step, ahead: Math.round(Number(rows[0]!.offset_ms) / 1000) },
    });
    // Companies beside a demo charge what is due first, as they would have by then: else the site ends what they haven't renewed.
    const runAt = platform.config.doubles ? { runAt: new Date(Date.now() + COMPANIES_FIRST_MS) } : {};
    await platform.jobs.enqueue(trx, DUE_TASK, {}, { key: DUE_TASK, ...runAt });
    return {};
  });
  await siteClock.reload();
  return getClock(platform, siteClock);
};

/** Runs every scheduled job now: each does only what is due by the clock. */
export const registerClockJobs = (platform: Platform, siteClock: SiteClock | undefined): void => {
  if (!siteClock) return;
  platform.jobs.register(DUE_TASK, async () => {
    await siteClock.reload();
    for (const name of platform.jobs.scheduled()) await platform.jobs.enqueue(platform.database, name, {}, { key: name });
  });
};
