import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { unusablePassword } from '../../platform/auth/passwords.ts';
import type { Trx } from '../../platform/database/database.ts';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';
import { forgetPresence, lastSeenEverOf } from '../../platform/presence/presence.store.ts';
import { removeFile } from '../files/index.ts';
import { writeAccountSearch } from './account-search.store.ts';
import { ERASED_PREFIX, usernameSkeleton } from './accounts.rules.ts';
import { removePasskeys } from './passkeys.store.ts';
import { reserveUsername } from './reserved-usernames.store.ts';
import { removeTwoFactor } from './two-factor.store.ts';

/** Addresses of erased accounts: nothing can be delivered there (RFC 2606). */
const TOMBSTONE = 'deleted.invalid';

/** Attempts to register the account's address once more. */
const ofOwnAddress = (accountId: string) => sql<boolean>`t.email = (select email from accounts where id = ${accountId}::uuid)`;

/** The account row stays without personal data, since retained records refer to its id. */
const eraseAccountRow = async (platform: Platform, trx: Trx, accountId: string): Promise<void> => {
  const now = platform.clock.now();
  const { role, username, avatar_file_id } = await trx
    .selectFrom('accounts')
    .select(['role', 'username', 'avatar_file_id'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  await sql`delete from registration_attempts t where ${ofOwnAddress(accountId)}`.execute(trx);
  if (role === 'performer') await reserveUsername(trx, username, now);
  const name = `${ERASED_PREFIX}${randomBytes(6).toString('hex')}`;
  await trx
    .updateTable('accounts')
    .set({
      username: name,
      username_skeleton: usernameSkeleton(name),
      name,
      email: `${accountId}@${TOMBSTONE}`,
      email_verified_at: null,
      password_hash: await unusablePassword(),
      // A performer's date of birth belongs to the identity records, which are retained.
      ...(role === 'performer' ? {} : { date_of_birth: null }),
      phone: null,
      phone_code: null,
      time_zone: null,
      avatar_file_id: null,
      avatar_key: null,
      status: 'deleted',
      deleted_at: now,
      updated_at: now,
    })
    .where('id', '=', accountId)
    .execute();
  await writeAccountSearch(trx, [accountId]);
  if (avatar_file_id) await removeFile(platform, trx, avatar_file_id);
  await forgetPresence(trx, accountId);
  await trx.deleteFrom('account_tokens').where('account_id', '=', accountId).execute();
  await trx
    .deleteFrom('owner_proposals')
    .where((either) => either.or([either('account_id', '=', accountId), either('proposed_by', '=', accountId)]))
    .execute();
  await trx.deleteFrom('idempotency_keys').where('account_id', '=', accountId).execute();
  await trx
    .updateTable('data_exports')
    .set({ state: 'expired', storage_key: null, updated_at: now })
    .where('account_id', '=', accountId)
    .execute();
};

/** The personal data of the accounts module. */
export const registerAccountData = (platform: Platform): void => {
  platform.personalData.register({
    module: 'account',
    tables: [
      'accounts',
      'account_search',
      'account_tokens',
      'registration_attempts',
      'consents',
      'data_exports',
      'idempotency_keys',
      'owner_proposals',
      'presence',
      'last_seen_times',
    ],
    async read(executor, accountId) {
      const own = sql`t.account_id = ${accountId}::uuid`;
      const [account] = await readRows(executor, 'accounts', sql`t.id = ${accountId}::uuid`, [
        'password_hash',
        'username_skeleton',
        'avatar_key',
      ]);
      const { rows: pictures } = await sql<{ original_key: string }>`
        select f.original_key from accounts a join files f on f.id = a.avatar_file_id where a.id = ${accountId}::uuid`.execute(executor);
      const { rows: seen } = await sql<{ at: Date | null }>`select ${lastSeenEverOf(sql`${accountId}::uuid`)} as at`.execute(executor);
      return {
        data: {
          account: { ...account, lastSeenAt: seen[0]!.at },
          // By whoever typed the account's address.
          registrationAttempts: await readRows(executor, 'registration_attempts', ofOwnAddress(accountId), [
            'password_hash',
            'username_skeleton',
          ]),
          consents: await readRows(executor, 'consents', own),
          exports: await readRows(executor, 'data_exports', own, ['storage_key']),
          ownerProposals: await readRows(executor, 'owner_proposals', own),
        },
        files: pictures.map(({ original_key }) => ({ name: `avatar/${original_key.split('/').at(-1)}`, storageKey: original_key })),
      };
    },
    erase: (trx, accountId) => eraseAccountRow(platform, trx, accountId),
    keeps: [{ what: 'personalData.kept.consents', years: 5 }],
  });
  platform.personalData.register({
    module: 'sessions',
    tables: ['sessions', 'devices', 'two_factor', 'recovery_codes', 'passkeys', 'passkey_challenges'],
    async read(executor, accountId) {
      const own = sql`t.account_id = ${accountId}::uuid`;
      return {
        data: {
          sessions: await readRows(executor, 'sessions', own),
          knownBrowsers: await readRows(executor, 'devices', own),
          twoStepVerification: await readRows(executor, 'two_factor', own, ['last_step']),
          recoveryCodes: await readRows(executor, 'recovery_codes', own),
          passkeys: await readRows(executor, 'passkeys', own, ['credential_id', 'public_key', 'counter']),
        },
      };
    },
    async erase(trx, accountId) {
      await platform.sessions.revokeAll(trx, accountId);
      await trx.updateTable('sessions').set({ ip: '', user_agent: '' }).where('account_id', '=', accountId).execute();
      await trx.deleteFrom('devices').where('account_id', '=', accountId).execute();
      await removePasskeys(trx, accountId);
      await removeTwoFactor(trx, accountId);
      await sql`delete from passkey_challenges where session_id in (select id from sessions where account_id = ${accountId}::uuid)`.execute(
        trx,
      );
    },
  });
};
