import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import { ConfigurationError } from './config.ts';
import { type Database, type Executor, transact } from './database/database.ts';
import { type Encryption, type EncryptionKeys, createEncryption } from './encryption.ts';
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
  /** Encrypts values that must not be readable in the database: second factors, payout details. Signs statements. */
  sealing: key,
  /** Keys that encrypt in its place since they were added; the last one is used (docs/command-line.md, `keys`). */
  encryption: z
    .array(z.object({ id: z.string().regex(/^[0-9a-f]{8}$/), key, since: z.iso.datetime() }))
    .min(1)
    .optional(),
});
export type Secrets = z.output<typeof schema>;
export type AddedKey = NonNullable<Secrets['encryption']>[number];
type NamedSecret = Exclude<keyof Secrets, 'encryption'>;

const pathOf = (dataDirectory: string): string => join(dataDirectory, 'secrets.json');
const ringOf = ({ sealing, encryption = [] }: Secrets): EncryptionKeys => ({ first: sealing, added: encryption });

/** Tells the nodes that a key was added. */
export const KEYS_CHANNEL = 'keys';

/** The encryption of a site, which finds keys that are added to DATA_DIR while it runs. */
export const encryptionOf = (secrets: Secrets, dataDirectory: string): Encryption =>
  createEncryption(ringOf(secrets), () => ringOf(schema.parse(JSON.parse(readFileSync(pathOf(dataDirectory), 'utf8')))));

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
  const path = pathOf(dataDirectory);
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
    return Object.fromEntries(fingerprintsOf(secrets));
  } catch {
    return undefined;
  }
};

const fingerprintOf = (name: string, secret: string): string => createHash('sha256').update(`stagedoor ${name} ${secret}`).digest('hex');
const NAMES = keysOf(schema.shape).filter((name): name is NamedSecret => name !== 'encryption');
/** An added key's name in the database. */
const addedName = (id: string): string => `encryption ${id}`;

const fingerprintsOf = (secrets: Secrets): Map<string, string> =>
  new Map([
    ...NAMES.map((name) => [name, fingerprintOf(name, secrets[name])] as const),
    ...(secrets.encryption ?? []).map(({ id, key: added }) => [addedName(id), fingerprintOf(addedName(id), added)] as const),
  ]);

/** Changes the added keys of DATA_DIR. A running process finds them by itself. */
export const writeAddedKeys = async (dataDirectory: string, added: readonly AddedKey[]): Promise<void> => {
  const path = pathOf(dataDirectory);
  const { encryption: _, ...named } = await readSecrets(dataDirectory);
  await writeSecrets(path, added.length > 0 ? { ...named, encryption: [...added] } : named, (draft) => rename(draft, path));
};

/** A new key, to be added. */
export const newAddedKey = (now: Date): AddedKey => ({
  id: randomBytes(4).toString('hex'),
  key: randomBytes(32).toString('base64url'),
  since: now.toISOString(),
});

/** Records an added key in the database: from then on a node without it doesn't start. */
export const recordAddedKey = async (executor: Executor, { id, key: added }: AddedKey): Promise<void> => {
  const name = addedName(id);
  await sql`insert into secret_fingerprints (name, fingerprint) values (${name}, ${fingerprintOf(name, added)})`.execute(executor);
};

/** Forgets added keys that encrypt nothing any more. */
export const forgetAddedKeys = async (executor: Executor, ids: readonly string[]): Promise<void> => {
  await sql`delete from secret_fingerprints where name = any(${ids.map(addedName)}::text[])`.execute(executor);
};

/**
 * Compares the keys with those that the database was first used with, and records new ones: nodes with different keys would refuse each
 * other's addresses and couldn't read what others have encrypted. Only hashes of the keys, which are random, are stored.
 *
 * @param replace records these keys in place of lost ones
 * @throws ConfigurationError when they differ
 */
export const checkSecrets = async (database: Database, secrets: Secrets, { replace }: { replace: boolean }): Promise<void> => {
  const own = fingerprintsOf(secrets);
  const [names, fingerprints] = [replace ? [...own.keys()] : NAMES, replace ? [...own.values()] : NAMES.map((name) => own.get(name)!)];
  const differing = await transact(database, undefined, async (trx) => {
    if (replace) await trx.deleteFrom('secret_fingerprints').execute();
    await sql`insert into secret_fingerprints (name, fingerprint)
      select * from unnest(${names}::text[], ${fingerprints}::text[]) on conflict (name) do nothing`.execute(trx);
    const rows = await trx.selectFrom('secret_fingerprints').select(['name', 'fingerprint']).execute();
    const recorded = new Map(rows.map(({ name, fingerprint }) => [name, fingerprint]));
    return [...new Set([...NAMES, ...recorded.keys()])].filter((name) => recorded.get(name) !== own.get(name));
  });
  if (differing.length === 0) return;
  throw new ConfigurationError(
    `DATA_DIR: secrets.json has other keys (${differing.join(', ')}) than the ones this database is used with: ${RESTORE}; ` +
      'if it is lost for good, start once with REPLACE_SECRETS=yes.',
  );
};
