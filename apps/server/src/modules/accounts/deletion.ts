import type { DeletionView } from '@stagedoor/contract/account';
import type { Locale } from '@stagedoor/contract/texts/text';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { isTextKey, translate } from '../../platform/texts.ts';
import { enqueueMail } from './account-mails.ts';
import { confirmOwner } from './confirm-owner.ts';

const DAY_MS = 86_400_000;

/** When the account will be erased, if requested, and what must be retained by law. */
export const getDeletion = async (platform: Platform, accountId: string, locale: Locale): Promise<DeletionView> => {
  const row = await platform.database
    .selectFrom('accounts')
    .select(['deletion_requested_at', 'deletes_at', 'role'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const waitDays = platform.settings.get('deletionWaitDays');
  const at = row.deletes_at ?? new Date(platform.clock.now().getTime() + waitDays * DAY_MS);
  const keeps = platform.personalData.modules().flatMap(({ keeps = [] }) =>
    keeps.flatMap(({ what, years: kept, of }) => {
      if (!isTextKey(what) || (of && of !== row.role)) return [];
      const years = typeof kept === 'number' ? kept : platform.settings.get(kept);
      const until = new Date(at);
      until.setUTCFullYear(until.getUTCFullYear() + years);
      return [{ what: translate(locale, what), years, until: until.toISOString() }];
    }),
  );
  return {
    requestedAt: row.deletion_requested_at?.toISOString() ?? null,
    deletesAt: row.deletes_at?.toISOString() ?? null,
    waitDays,
    keeps,
  };
};

/** @throws CodedError FORBIDDEN for admins; DELETION_STATE when already requested; those of `confirmOwner` */
export const requestDeletion = async (platform: Platform, viewer: AccountViewer, currentPassword: string): Promise<void> => {
  // Admins are removed by other admins: their actions must stay attributable.
  if (viewer.role === 'admin') throw new CodedError('FORBIDDEN');
  await confirmOwner(platform, viewer, currentPassword);
  const now = platform.clock.now();
  const deletesAt = new Date(now.getTime() + platform.settings.get('deletionWaitDays') * DAY_MS);
  await transact(platform.database, undefined, async (trx) => {
    const requested = await trx
      .updateTable('accounts')
      .set({ deletion_requested_at: now, deletes_at: deletesAt, updated_at: now })
      .where('id', '=', viewer.accountId)
      .where('deletes_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!requested) throw new CodedError('DELETION_STATE');
    await enqueueMail(platform, trx, { kind: 'deletionRequested', accountId: viewer.accountId, deletesAt: deletesAt.toISOString() });
  });
};

/** @throws CodedError DELETION_STATE when none was requested */
export const cancelDeletion = async (platform: Platform, accountId: string): Promise<void> => {
  const { clock, erasures } = platform;
  await transact(platform.database, undefined, async (trx) => {
    const due = await trx.selectFrom('accounts').select('deletes_at').where('id', '=', accountId).forUpdate().executeTakeFirst();
    const cancelled = await trx
      .updateTable('accounts')
      .set({ deletion_requested_at: null, deletes_at: null, updated_at: clock.now() })
      .where('id', '=', accountId)
      .where('deletes_at', 'is not', null)
      .where('status', '<>', 'deleted')
      .returning('id')
      .executeTakeFirst();
    if (!cancelled) throw new CodedError('DELETION_STATE');
    // An erasure that was listed and then rolled back must not be repeated after a restore.
    if (due?.deletes_at && due.deletes_at <= clock.now()) await erasures.add({ accountId, at: clock.now(), isKept: true });
    await enqueueMail(platform, trx, { kind: 'deletionTakenBack', accountId });
  });
};
