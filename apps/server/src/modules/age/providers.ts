import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor, Trx } from '../../platform/database/database.ts';
import type { Encryption } from '../../platform/encryption.ts';
import { createPublicRequests } from '../../platform/outbound/public-request.ts';
import type { Platform } from '../../platform/platform.ts';
import { createOpenIdProvider } from './openid-provider.ts';
import type { AgeProvider, StoredProvider } from './provider.ts';

/** The purpose that clients' secrets are sealed for. */
export const AGE_PROVIDER_CONTEXT = 'ageProvider';

interface Secrets {
  clientSecret: string;
}

/** A page of a provider that hangs must not keep a person waiting: a few of these requests follow each other. */
const TIMEOUT_MS = 6_000;
const MAX_BYTES = 256 * 1024;
const LOOPBACK = ['127.0.0.0/8', '::1/128'];

type ReadContext = Pick<Platform, 'encryption'>;

const selectProviders = (executor: Executor) =>
  executor.selectFrom('age_providers').select(['id', 'name', 'issuer', 'client_id', 'scope', 'claim', 'secrets', 'created_at']);
type Row = Awaited<ReturnType<ReturnType<typeof selectProviders>['execute']>>[number];

const providerOf = ({ encryption }: ReadContext, row: Row): StoredProvider & { enteredAt: Date } => ({
  id: row.id,
  name: row.name,
  issuer: row.issuer,
  clientId: row.client_id,
  scope: row.scope,
  claim: row.claim,
  enteredAt: row.created_at,
  ...encryption.decrypt<Secrets>(row.secrets, AGE_PROVIDER_CONTEXT),
});

/** Returns the provider of new checks, or null. */
export const currentProvider = async (context: ReadContext, executor: Executor): Promise<(StoredProvider & { enteredAt: Date }) | null> => {
  const row = await selectProviders(executor).where('removed_at', 'is', null).orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row ? providerOf(context, row) : null;
};

/** Returns the provider that a check began at, also after another one was entered. */
export const providerById = async (context: ReadContext, executor: Executor, id: string): Promise<StoredProvider> =>
  providerOf(context, await selectProviders(executor).where('id', '=', id).executeTakeFirstOrThrow());

/** Stores a provider for checks that begin from now on. */
export const saveProvider = async (
  encryption: Encryption,
  trx: Trx,
  { name, issuer, clientId, clientSecret, scope, claim }: Omit<StoredProvider, 'id'>,
  at: Date,
): Promise<void> => {
  const secrets = encryption.encrypt({ clientSecret } satisfies Secrets, AGE_PROVIDER_CONTEXT);
  await trx.insertInto('age_providers').values({ name, issuer, client_id: clientId, scope, claim, secrets, created_at: at }).execute();
};

/** Ends the use of every provider. @returns true if there was one */
export const removeProviders = async (trx: Trx, at: Date): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`update age_providers set removed_at = ${at} where removed_at is null`.execute(trx);
  return numAffectedRows > 0n;
};

const isLocal = (publicUrl: string): boolean => /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(publicUrl).hostname);

/** Opens a provider. Only a site on this machine, which nobody else reaches, may use one on this machine and without encryption. */
export const openProvider = ({ config }: Pick<Platform, 'config'>, provider: StoredProvider): AgeProvider => {
  const isOnThisMachine = isLocal(config.publicUrl);
  return createOpenIdProvider(
    {
      send: createPublicRequests({ timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, networks: isOnThisMachine ? LOOPBACK : [] }),
      isInsecureAllowed: isOnThisMachine,
    },
    provider,
  );
};

/** SHA-256 of the secret that a browser keeps during a check. */
export const browserHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();
