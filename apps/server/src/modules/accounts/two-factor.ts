import { encode } from 'uqr';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { assertStepUp } from '../../platform/auth/step-up.ts';
import { recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError, FieldsError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { enqueueMail } from './account-mails.ts';
import { confirmCode, confirmOwner, confirmPassword } from './confirm-owner.ts';
import { newSecret, uriOf } from './two-factor-codes.ts';
import { consumeAppCode, readFactors, removeTwoFactor, replaceRecoveryCodes, sealedFor } from './two-factor.store.ts';

/** Reads whether the app is active as a second factor. */
const isAppOn = async (platform: Platform, accountId: string): Promise<boolean> => {
  const row = await platform.database
    .selectFrom('two_factor')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
};

/** Reads whether the app is active as a second factor, since when, and how many recovery codes are left. */
export const getTwoFactor = async (
  { database, settings }: Platform,
  { accountId, role }: AccountViewer,
): Promise<{ enabled: boolean; since: string | null; recoveryCodesLeft: number; isPasskeyRequired: boolean }> => {
  const row = await database
    .selectFrom('accounts as a')
    .leftJoin('two_factor as t', 't.account_id', 'a.id')
    .select((select) => [
      't.confirmed_at',
      select
        .selectFrom('recovery_codes as r')
        .whereRef('r.account_id', '=', 'a.id')
        .where('r.used_at', 'is', null)
        .select((count) => count.fn.countAll<bigint>().as('left'))
        .as('left'),
    ])
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow();
  return {
    enabled: row.confirmed_at !== null,
    since: row.confirmed_at?.toISOString() ?? null,
    recoveryCodesLeft: Number(row.left ?? 0),
    isPasskeyRequired: role === 'admin' && settings.get('adminPasskeyRequired'),
  };
};

/** The square of a QR code as one SVG path: each dark run of a row is a rectangle. */
const qrOf = (text: string): { size: number; path: string } => {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data
    .flatMap((row, y) => {
      const runs: string[] = [];
      let x = 0;
      while (x < size) {
        const from = x;
        while (x < size && row[x]) x += 1;
        if (x > from) runs.push(`M${from} ${y}h${x - from}v1h${from - x}z`);
        else x += 1;
      }
      return runs;
    })
    .join('');
  return { size, path };
};

/**
 * Creates a secret for the app. It becomes active once a code has confirmed it; a repeated call before that replaces it.
 * @throws CodedError TWO_FACTOR_STATE when already active, and those of `confirmOwner`
 */
export const setUpTwoFactor = async (
  platform: Platform,
  viewer: AccountViewer,
  currentPassword: string | undefined,
): Promise<{ secret: string; uri: string; qr: { size: number; path: string } }> => {
  if (await isAppOn(platform, viewer.accountId)) throw new CodedError('TWO_FACTOR_STATE');
  await confirmOwner(platform, viewer, currentPassword);
  const secret = newSecret();
  const sealed = platform.encryption.encrypt(secret, sealedFor(viewer.accountId));
  const made = await platform.database
    .insertInto('two_factor')
    .values({ account_id: viewer.accountId, secret_sealed: sealed, created_at: platform.clock.now() })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ secret_sealed: sealed, last_step: 0n, created_at: platform.clock.now() })
        .where('two_factor.confirmed_at', 'is', null),
    )
    .returning('account_id')
    .executeTakeFirst();
  if (!made) throw new CodedError('TWO_FACTOR_STATE');
  const uri = uriOf(secret, platform.settings.get('siteName'), viewer.username);
  return { secret, uri, qr: qrOf(uri) };
};

/**
 * Activates it with a first code.
 * @returns the recovery codes, shown only this once
 * @throws CodedError TWO_FACTOR_STATE when no secret awaits confirmation; TWO_FACTOR_INVALID, LOG_IN_PAUSED
 */
export const confirmTwoFactor = async (platform: Platform, viewer: AccountViewer, code: string): Promise<string[]> => {
  const { database, clock } = platform;
  const waiting = await database
    .selectFrom('two_factor')
    .select('account_id')
    .where('account_id', '=', viewer.accountId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  if (!waiting) throw new CodedError('TWO_FACTOR_STATE');
  await confirmCode(platform, viewer, code, () => consumeAppCode(platform, database, viewer.accountId, code, false));
  const now = clock.now();
  return transact(database, undefined, async (trx) => {
    const confirmed = await trx
      .updateTable('two_factor')
      .set({ confirmed_at: now })
      .where('account_id', '=', viewer.accountId)
      .where('confirmed_at', 'is', null)
      .returning('account_id')
      .executeTakeFirst();
    if (!confirmed) throw new CodedError('TWO_FACTOR_STATE');
    await enqueueMail(platform, trx, { kind: 'twoFactorOn', accountId: viewer.accountId }, now);
    await recordEvent(trx, 'accounts.secured', { accountId: viewer.accountId, what: 'twoFactorOn' });
    return replaceRecoveryCodes(trx, viewer.accountId);
  });
};

/**
 * New recovery codes for a code of the app. An account that has passkeys alone needs a log-in or a confirmation less than ten minutes old.
 * @throws CodedError TWO_FACTOR_STATE, TWO_FACTOR_INVALID, RECENT_LOGIN_REQUIRED, LOG_IN_PAUSED; FieldsError without a code of the app
 */
export const renewRecoveryCodes = async (platform: Platform, viewer: AccountViewer, code: string | undefined): Promise<string[]> => {
  const { database } = platform;
  const { accountId } = viewer;
  const hasApp = await isAppOn(platform, accountId);
  if (!hasApp && !(await readFactors(database, accountId)).hasPasskey) throw new CodedError('TWO_FACTOR_STATE');
  if (!hasApp) await assertStepUp(platform, viewer);
  else if (code === undefined) throw new FieldsError([{ property: 'code', rule: 'required' }]);
  else await confirmCode(platform, viewer, code, () => consumeAppCode(platform, database, accountId, code, true));
  return transact(database, undefined, async (trx) => {
    // Serialized, so that concurrent renewals don't leave the codes of both.
    await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow();
    await enqueueMail(platform, trx, { kind: 'recoveryCodesRenewed', accountId });
    return replaceRecoveryCodes(trx, accountId);
  });
};

/** @throws CodedError TWO_FACTOR_STATE when it is off; CURRENT_PASSWORD_WRONG, TWO_FACTOR_INVALID, LOG_IN_PAUSED */
export const turnOffTwoFactor = async (
  platform: Platform,
  viewer: AccountViewer,
  input: { currentPassword: string; code: string },
): Promise<void> => {
  if (!(await isAppOn(platform, viewer.accountId))) throw new CodedError('TWO_FACTOR_STATE');
  await confirmPassword(platform, viewer.accountId, input.currentPassword);
  await confirmCode(platform, viewer, input.code);
  await transact(platform.database, undefined, async (trx) => {
    if (!(await removeTwoFactor(trx, viewer.accountId))) return;
    await enqueueMail(platform, trx, { kind: 'twoFactorOff', accountId: viewer.accountId });
    await recordEvent(trx, 'accounts.secured', { accountId: viewer.accountId, what: 'twoFactorOff' });
  });
};
