import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { systemCodeOf } from '../platform/thrown.ts';
import { identitiesIn } from './packing.ts';

const fileOf = (dataDirectory: string): string => join(dataDirectory, 'backup-rehearsal.key');

/**
 * The identity with which this machine reads its own encrypted backups, for rehearsals; made on the first use, mode 600. It is lost with the disk:
 * the owner's identity, which isn't here, opens them then.
 */
export const readRehearsalKey = async (dataDirectory: string): Promise<{ identity: string; recipient: string }> => {
  const path = fileOf(dataDirectory);
  try {
    const [identity] = identitiesIn(await readFile(path, 'utf8'), path);
    return { identity: identity!, recipient: await identityToRecipient(identity!) };
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
  }
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${await generateX25519Identity()}\n`, { mode: 0o600, flush: true });
  await link(draft, path).catch((error: unknown) => {
    // A process that started at the same time has made it.
    if (systemCodeOf(error) !== 'EEXIST') throw error;
  });
  await rm(draft, { force: true });
  return readRehearsalKey(dataDirectory);
};
