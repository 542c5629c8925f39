import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import { ConfigurationError } from './config.ts';
import { type Database, transact } from './database/database.ts';
import { systemCodeOf } from './thrown.ts';
import { keysOf } from '@stagedoor/contract/keys.values';

const key = z.string().min(32);
const schema = z.object({
  /** Signs the URLs of files. */
  addresses: key,
  /** Signs the sandbox gateway's callbacks. */
  sandbox: key,
  /** Authenticates control requests to the live process. */
  live: key,
  /** Encrypts values that must not be readable in the database: second factors, payout details. */
  sealing: key,
});
export type Secrets = z.output<typeof schema>;

const RESTORE = 'restore it from the backup, or copy it from another node of this site';

/** The keys in the file; undefined when there is no file. */
const readKnown = async (path: string): Promise<Partial<Secrets> | undefined> => {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'ENOENT') return undefined;
    throw new ConfigurationError(`DATA_DIR: "${path}" can’t be read (${code}): let this user read it.`);
  }
  // New keys in place of unreadable ones would lose what the old ones encrypted.
  if (text.trim() === '') throw new ConfigurationError(`DATA_DIR: "${path}" is empty: ${RESTORE}.`);
  try {
    return schema.partial().parse(JSON.parse(text));
  } catch {
    throw new ConfigurationError(`DATA_DIR: "${path}" is damaged: ${RESTORE}.`);
  }
};

/** Writes the file atomically; it survives a power failure. */
const writeSecrets = async (path: string, secrets: Secrets, put: (draft: string) => Promise<void>): Promise<void> => {
  const draft = `${path}.${randomUUID()}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(JSON.stringify(secrets));
      await file.sync();
    } finally {
      await file.close();
    }
    await put(draft);
  } finally {
    await rm(draft, { force: true });
  }
};

/**
 * The site's secret keys: each generated once, stored in DATA_DIR with mode 600. Keys missing in an older file are added.
 * @throws ConfigurationError when the file is there and can't be used
 */
export const readSecrets = async (dataDirectory: string): Promise<Secrets> => {
  const path = join(dataDirectory, 'secrets.json');
  const known = await readKnown(path);
  const complete = schema.safeParse(known);
  if (complete.success) return complete.data;
  const generate = () => randomBytes(32).toString('base64url');
  const secrets: Secrets = { addresses: generate(), sandbox: generate(), live: generate(), sealing: generate(), ...known };
  await mkdir(dataDirectory, { recursive: true });
  try {
    // A link, unlike a rename, fails when a process that starts at the same time has created the file.
    await writeSecrets(path, secrets, (draft) => (known ? rename(draft, path) : link(draft, path)));
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
    return readSecrets(dataDirectory);
  }
  return secrets;
};

/**
 * The hashes of the keys in a file's text, by their names, as the database has them.
 * @returns undefined for a text that isn't one of secrets.json
 */
export const fingerprintsIn = (text: string): Record<string, string> | undefined => {
  try {
    const secrets = schema.parse(JSON.parse(text));
    return Object.fromEntries(keysOf(secrets).map((name) => [name, fingerprintOf(name, secrets[name])]));
  } catch {
    return undefined;
  }
};

const fingerprintOf = (name: string, secret: string): string => createHash('sha256').update(`stagedoor ${name} ${secret}`).digest('hex');

/**
 * Compares the keys with those that the database was first used with, and records new ones: nodes with different keys would refuse each
 * other's addresses and couldn't read what others have encrypted. Only hashes of the keys, which are random, are stored.
 *
 * @param replace records these keys in place of lost ones
 * @throws ConfigurationError when they differ
 */
export const checkSecrets = async (database: Database, secrets: Secrets, { replace }: { replace: boolean }): Promise<void> => {
  const names = keysOf(secrets);
  const fingerprints = names.map((name) => fingerprintOf(name, secrets[name]));
  const differing = await transact(database, undefined, async (trx) => {
    if (replace) await trx.deleteFrom('secret_fingerprints').execute();
    await sql`insert into secret_fingerprints (name, fingerprint)
      select * from unnest(${names}::text[], ${fingerprints}::text[]) on conflict (name) do nothing`.execute(trx);
    const rows = await trx.selectFrom('secret_fingerprints').select(['name', 'fingerprint']).execute();
    const recorded = new Map(rows.map(({ name, fingerprint }) => [name, fingerprint]));
    return names.filter((name, index) => recorded.get(name) !== fingerprints[index]);
  });
  if (differing.length === 0) return;
  throw new ConfigurationError(
    `DATA_DIR: secrets.json has other keys (${differing.join(', ')}) than the ones this database is used with: ${RESTORE}; ` +
      'if it is lost for good, start once with REPLACE_SECRETS=yes.',
  );
};
