import type { CommissionKey } from '@stagedoor/contract/admin-people';
import { type Idempotency, recordAudit, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { writeAccountSearch } from '../accounts/index.ts';

/**
 * Puts an approved performer on hold (no publishing; profile and payouts stay open to them), or releases one. Subscribers keep access to published content.
 * @param reason shown to the performer; null releases
 * @throws CodedError NOT_FOUND, APPLICATION_STATE
 */
export const setPerformerHold = async (
  platform: Platform,
  adminId: string,
  performerId: string,
  reason: string | null,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const { database, clock } = platform;
  const [from, to] = reason === null ? (['held', 'approved'] as const) : (['approved', 'held'] as const);
  await transact(database, idempotency, async (trx) => {
    const performer = await trx
      .selectFrom('performers')
      .select('state')
      .where('account_id', '=', performerId)
      .forUpdate()
      .executeTakeFirst();
    if (!performer) throw new CodedError('NOT_FOUND');
    if (performer.state !== from) throw new CodedError('APPLICATION_STATE');
    const now = clock.now();
    await trx
      .updateTable('performers')
      .set({ state: to, hold_reason: reason ?? '', updated_at: now })
      .where('account_id', '=', performerId)
      .execute();
    await writeAccountSearch(trx, [performerId]);
    await recordAudit(trx, {
      actorId: adminId,
      action: reason === null ? 'performers.released' : 'performers.held',
      objectKind: 'performer',
      objectId: performerId,
      ...(reason === null ? {} : { detail: { reason } }),
      at: now,
    });
    await recordEvent(trx, 'applications.changed', { performerId });
    return {};
  });
};

/** Sets a performer's place in the ranking `featured`, or removes it. @throws CodedError NOT_FOUND */
export const featurePerformer = async (
  platform: Platform,
  adminId: string,
  performerId: string,
  position: number | null,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const { database, clock } = platform;
  await transact(database, idempotency, async (trx) => {
    const before = await trx
      .selectFrom('performers')
      .select('featured_position')
      .where('account_id', '=', performerId)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw new CodedError('NOT_FOUND');
    await trx.updateTable('performers').set({ featured_position: position }).where('account_id', '=', performerId).execute();
    await recordAudit(trx, {
      actorId: adminId,
      action: 'performers.featured',
      objectKind: 'performer',
      objectId: performerId,
      detail: { from: before.featured_position, to: position },
      at: clock.now(),
    });
    await recordEvent(trx, 'performers.changed', { performerId });
    return {};
  });
};

/**
 * Sets a performer's own commissions. Earlier sales keep their rates.
 * @param rates per cent by kind of sale; null resets to the site's; omitted kinds stay
 * @throws CodedError NOT_FOUND
 */
export const setCommissions = async (
  platform: Platform,
  adminId: string,
  performerId: string,
  rates: Partial<Record<CommissionKey, number | null>>,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const { database, clock } = platform;
  await transact(database, idempotency, async (trx) => {
    const row = await trx
      .selectFrom('performers')
      .select('commission_overrides')
      .where('account_id', '=', performerId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new CodedError('NOT_FOUND');
    const before = row.commission_overrides;
    const after = Object.fromEntries(
      // Stored in hundredths of a per cent.
      Object.entries({ ...before, ...mapRates(rates) }).filter(([, value]) => value !== null),
    );
    await trx
      .updateTable('performers')
      .set({ commission_overrides: JSON.stringify(after), updated_at: clock.now() })
      .where('account_id', '=', performerId)
      .execute();
    await recordAudit(trx, {
      actorId: adminId,
      action: 'performers.commissionsChanged',
      objectKind: 'performer',
      objectId: performerId,
      detail: { from: before, to: after },
      at: clock.now(),
    });
    return {};
  });
};

const mapRates = (rates: Partial<Record<CommissionKey, number | null>>): Partial<Record<CommissionKey, number | null>> =>
  Object.fromEntries(Object.entries(rates).map(([key, rate]) => [key, rate === null ? null : Math.round(rate * 100)]));
