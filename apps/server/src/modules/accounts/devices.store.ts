import { type RawBuilder, sql } from 'kysely';
import { hashToken, newToken } from '../../platform/auth/sessions.ts';
import type { Executor } from '../../platform/database/database.ts';

/** Maximum of known browsers per account; the least recently seen is dropped. */
export const MAX_DEVICES = 10;
/** Maximum of accounts in a browser's cookie; the one logged in to longest ago is dropped. */
const MAX_TOKENS = 5;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The tokens in a browser's cookie, newest first. */
export const tokensIn = (cookie: string | undefined): string[] =>
  (cookie ?? '')
    .slice(0, 1000)
    .split('.')
    .filter((token) => TOKEN.test(token))
    .slice(0, MAX_TOKENS);

/** The browser's token for an account, if it has one. */
export const findDevice = async (executor: Executor, accountId: string, tokens: readonly string[]): Promise<string | undefined> => {
  if (tokens.length === 0) return undefined;
  const rows = await executor
    .selectFrom('devices')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .where('token_hash', 'in', tokens.map(hashToken))
    .execute();
  return tokens.find((token) => rows.some(({ token_hash }) => token_hash.equals(hashToken(token))));
};

/** Identifies the browser of a cookie, whichever account knows it; undefined for an unknown one. */
export const findKnownBrowser = async (executor: Executor, cookie: string): Promise<string | undefined> => {
  const tokens = tokensIn(cookie);
  if (tokens.length === 0) return undefined;
  const row = await executor
    .selectFrom('devices')
    .select('id')
    .where('token_hash', 'in', tokens.map(hashToken))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row && String(row.id);
};

/**
 * Tells if an account that registered within seven days, by the database's clock, has never logged in: its owner isn't told of that log-in.
 */
export const isFirstLogIn = async (executor: Executor, accountId: string): Promise<boolean> => {
  const { rows } = await sql<{ is_first: boolean }>`
    select a.created_at > now() - interval '7 days' and not exists (select from devices d where d.account_id = a.id)
      and not exists (select from sessions s where s.account_id = a.id) as is_first
    from accounts a where a.id = ${accountId}::uuid`.execute(executor);
  return rows[0]?.is_first === true;
};

/** The cookie of a browser that has logged in with this token just now. */
export const cookieWith = (token: string, cookie: string | undefined): string =>
  [token, ...tokensIn(cookie).filter((other) => other !== token)].slice(0, MAX_TOKENS).join('.');

/**
 * Makes this browser known to the account.
 * @param known its token for the account, if it has one
 * @returns its token from now on, and the statements that store it. They must run as one statement: the deletion then doesn't see the
 * inserted row yet, and leaves room for it.
 */
export const rememberDevice = (
  accountId: string,
  known: string | undefined,
  device: { userAgent: string; now: Date },
): { token: string; writes: RawBuilder<unknown>[] } => {
  if (known) return { token: known, writes: [sql`update devices set seen_at = ${device.now} where token_hash = ${hashToken(known)}`] };
  const token = newToken();
  return {
    token,
    writes: [
      sql`delete from devices where id in
        (select id from devices where account_id = ${accountId}::uuid order by seen_at desc, id desc offset ${sql.lit(MAX_DEVICES - 1)})`,
      sql`insert into devices (account_id, token_hash, user_agent, seen_at, created_at)
        values (${accountId}::uuid, ${hashToken(token)}, ${device.userAgent.slice(0, 300)}, ${device.now}, ${device.now})`,
    ],
  };
};

/** Makes a new browser known to the account. @returns its token from now on */
export const keepDevice = async (executor: Executor, accountId: string, device: { userAgent: string; now: Date }): Promise<string> => {
  const { token, writes } = rememberDevice(accountId, undefined, device);
  await sql`with forgotten as (${writes[0]}) ${writes[1]}`.execute(executor);
  return token;
};

/** The maximum lifetime of a cookie in browsers. */
const RETENTION_MS = 400 * 86_400_000;

/** Deletes browsers without a log-in for longer than their cookie's lifetime. */
export const sweepDevices = async (executor: Executor, now: Date): Promise<void> => {
  await executor
    .deleteFrom('devices')
    .where('seen_at', '<', new Date(now.getTime() - RETENTION_MS))
    .execute();
};
