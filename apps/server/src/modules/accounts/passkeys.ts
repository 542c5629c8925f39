import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Passkey } from '@stagedoor/contract/passkeys';
import { MAX_PASSKEYS } from '@stagedoor/contract/passkeys.values';
import { sql } from 'kysely';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { type Trx, isUniqueViolation, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { enqueueMail } from './account-mails.ts';
import { challengeOf, relyingPartyOf } from './passkey-assertions.ts';
import { type PasskeyRow, consumeChallenge, readPasskeys, saveChallenge } from './passkeys.store.ts';
import { replaceRecoveryCodes, sweepRecoveryCodes } from './two-factor.store.ts';

const passkeyView = (row: PasskeyRow): Passkey => ({
  _id: row.id,
  name: row.name,
  isSynced: row.is_synced,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** The account's passkeys, newest first. */
export const listPasskeys = async (
  platform: Platform,
  viewer: AccountViewer,
  query: ListQuery<'createdAt' | 'updatedAt'>,
): Promise<List<Passkey>> => {
  const from = sql`from passkeys k where k.account_id = ${viewer.accountId}::uuid`;
  const sorts = { createdAt: by.instant(sql`k.created_at`), updatedAt: by.instant(sql`k.updated_at`) };
  const page = sql<PasskeyRow>`select k.* ${from} order by ${sorted(sorts, query, sql`k.id`).order} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, from);
  return { data: rows.map(passkeyView), ...totals };
};

/**
 * Makes the options for adding a passkey. It is asked to verify its user and to be found without a name, so that it works as a log-in.
 * @throws CodedError PASSKEYS_FULL
 */
export const makeRegistrationOptions = async (platform: Platform, viewer: AccountViewer) => {
  const { database, clock, settings } = platform;
  const known = await readPasskeys(database, viewer.accountId);
  if (known.length >= MAX_PASSKEYS) throw new CodedError('PASSKEYS_FULL');
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: settings.get('siteName'),
    rpID: relyingPartyOf(platform).rpId,
    userID: new Uint8Array(Buffer.from(viewer.accountId.replaceAll('-', ''), 'hex')),
    userName: viewer.username,
    userDisplayName: viewer.username,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      transports: transports as never,
    })),
  });
  await saveChallenge(database, options.challenge, { purpose: 'register', sessionId: viewer.sessionId, now: clock.now() });
  return { ...options };
};

/** @throws CodedError PASSKEY_INVALID */
const verifyRegistration = async (platform: Platform, response: RegistrationResponseJSON) => {
  const { rpId, origin } = relyingPartyOf(platform);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: challengeOf(response.response.clientDataJSON),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) throw new CodedError('PASSKEY_INVALID');
  return verified.registrationInfo;
};

/** New recovery codes for the first second factor; an account with another one has its codes. */
const codesForFirst = async (trx: Trx, accountId: string): Promise<string[] | null> => {
  const { rows } = await sql<{ has_other: boolean }>`
    select exists (select from two_factor where account_id = ${accountId}::uuid and confirmed_at is not null)
      or (select count(*) from passkeys where account_id = ${accountId}::uuid) > 1 as has_other`.execute(trx);
  return rows[0]!.has_other ? null : replaceRecoveryCodes(trx, accountId);
};

/**
 * Adds a passkey with the browser's answer; its owner gets a mail.
 * @returns recovery codes with the first second factor, shown only once
 * @throws CodedError PASSKEY_INVALID, PASSKEY_KNOWN, PASSKEYS_FULL
 */
export const addPasskey = async (
  platform: Platform,
  viewer: AccountViewer,
  { name, response }: { name: string; response: unknown },
): Promise<{ passkey: Passkey; recoveryCodes: string[] | null }> => {
  const { database, clock } = platform;
  const { accountId, sessionId } = viewer;
  const now = clock.now();
  const answer = response as RegistrationResponseJSON;
  const isExpected = await consumeChallenge(database, challengeOf(answer.response.clientDataJSON), { purpose: 'register', sessionId, now });
  if (!isExpected) throw new CodedError('PASSKEY_INVALID');
  const { credential, credentialBackedUp } = await verifyRegistration(platform, answer);
  return transact(database, undefined, async (trx) => {
    // Serialized, so that the bound and the first recovery codes are right.
    await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow();
    if ((await readPasskeys(trx, accountId)).length >= MAX_PASSKEYS) throw new CodedError('PASSKEYS_FULL');
    const row = await trx
      .insertInto('passkeys')
      .values({
        account_id: accountId,
        credential_id: Buffer.from(credential.id, 'base64url'),
        public_key: Buffer.from(credential.publicKey),
        counter: BigInt(credential.counter),
        transports: credential.transports ?? [],
        name,
        is_synced: credentialBackedUp,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? new CodedError('PASSKEY_KNOWN') : error;
      });
    const recoveryCodes = await codesForFirst(trx, accountId);
    await enqueueMail(platform, trx, { kind: 'passkeyAdded', accountId, values: { passkey: name } }, now);
    await recordEvent(trx, 'accounts.secured', { accountId, what: 'passkeyAdded' });
    return { passkey: passkeyView(row), recoveryCodes };
  });
};

/** @throws CodedError NOT_FOUND also for somebody else's */
export const renamePasskey = async (platform: Platform, viewer: AccountViewer, id: string, name: string): Promise<Passkey> => {
  const row = await platform.database
    .updateTable('passkeys')
    .set({ name, updated_at: platform.clock.now() })
    .where('id', '=', id)
    .where('account_id', '=', viewer.accountId)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new CodedError('NOT_FOUND');
  return passkeyView(row);
};

/** Removes a passkey, and the recovery codes with the last second factor; its owner gets a mail. @throws CodedError NOT_FOUND also for somebody else's */
export const removePasskey = async (platform: Platform, viewer: AccountViewer, id: string): Promise<void> => {
  const { accountId } = viewer;
  await transact(platform.database, undefined, async (trx) => {
    const row = await trx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .returning('name')
      .executeTakeFirst();
    if (!row) throw new CodedError('NOT_FOUND');
    await sweepRecoveryCodes(trx, accountId);
    await enqueueMail(platform, trx, { kind: 'passkeyRemoved', accountId, values: { passkey: row.name } });
    await recordEvent(trx, 'accounts.secured', { accountId, what: 'passkeyRemoved' });
  });
};
