import type { PasskeyAssertion } from '@stagedoor/contract/passkeys';
import type { Executor } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ChallengePurpose, type PasskeyRow, consumeChallenge, findPasskey, readPasskeys, saveChallenge } from './passkeys.store.ts';

type Needed = Pick<Platform, 'config' | 'clock' | 'database'>;

/** The site as authenticators know it: passkeys work on its host alone, and only from its own pages. */
export const relyingPartyOf = ({ config }: Pick<Platform, 'config'>): { rpId: string; origin: string } => {
  const { hostname, origin } = new URL(config.publicUrl);
  return { rpId: hostname, origin };
};

/**
 * Makes the options for an assertion.
 * @param of the session that confirms, whose account's passkeys alone are asked for; null for a log-in, where the browser offers those it has
 */
export const makeAssertionOptions = async (platform: Needed, of: { sessionId: string; accountId: string } | null) => {
  const passkeys = of ? await readPasskeys(platform.database, of.accountId) : [];
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(platform).rpId,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      transports: transports as never,
    })),
  });
  await saveChallenge(platform.database, options.challenge, {
    purpose: of ? 'confirm' : 'logIn',
    sessionId: of?.sessionId ?? null,
    now: platform.clock.now(),
  });
  return { ...options };
};

/** The challenge that an authenticator says it has signed; empty for data that isn't as the standard says. */
export const challengeOf = (clientDataJSON: string): string => {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as { challenge?: unknown };
    return typeof challenge === 'string' && /^[\w-]+$/.test(challenge) ? challenge : '';
  } catch {
    return '';
  }
};

/** Verifies a signature by a known passkey; null when it isn't right, or its counter shows that the key was copied. */
const verify = async (
  platform: Needed,
  assertion: PasskeyAssertion,
  passkey: PasskeyRow,
): Promise<{ counter: number; isSynced: boolean } | null> => {
  const { rpId, origin } = relyingPartyOf(platform);
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: assertion as never,
      expectedChallenge: challengeOf(assertion.response.clientDataJSON),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id.toString('base64url'),
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
      },
    });
    return verified ? { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp } : null;
  } catch {
    return null;
  }
};

/**
 * Verifies a passkey's answer to a challenge, and consumes the challenge, right or wrong.
 * @param sessionId the session that confirms; null for a log-in
 * @returns the passkey
 * @throws CodedError PASSKEY_INVALID for unknown passkeys, challenges of another site, purpose or session, used or expired ones, wrong
 * signatures, and counters that went back
 */
export const consumeAssertion = async (
  platform: Needed,
  assertion: PasskeyAssertion,
  { purpose, sessionId }: { purpose: ChallengePurpose; sessionId: string | null },
): Promise<PasskeyRow> => {
  const now = platform.clock.now();
  const { database } = platform;
  const isExpected = await consumeChallenge(database, challengeOf(assertion.response.clientDataJSON), { purpose, sessionId, now });
  const passkey = isExpected ? await findPasskey(database, assertion.id) : undefined;
  const verified = passkey ? await verify(platform, assertion, passkey) : null;
  if (!passkey || !verified || !(await noteUse(database, passkey, verified, now))) throw new CodedError('PASSKEY_INVALID');
  return passkey;
};

/** Stores the counter; of two uses with one counter, as by a copied key, one succeeds. */
const noteUse = async (
  executor: Executor,
  passkey: PasskeyRow,
  use: { counter: number; isSynced: boolean },
  now: Date,
): Promise<boolean> => {
  const noted = await executor
    .updateTable('passkeys')
    .set({ counter: BigInt(use.counter), is_synced: use.isSynced, last_used_at: now })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .returning('id')
    .executeTakeFirst();
  return noted !== undefined;
};
