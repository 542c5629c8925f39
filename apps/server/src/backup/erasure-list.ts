import { type FileHandle, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { ErasureEntry, ErasureList } from '../platform/erasures.ts';
import { systemCodeOf } from '../platform/thrown.ts';

/** The part of a back-up's target that the list needs: small objects, written once each. */
export interface ErasureStore {
  put(name: string, bytes: Uint8Array): Promise<void>;
  list(prefix: string): Promise<readonly string[]>;
  read(name: string): Promise<Uint8Array>;
}

const PREFIX = 'erasures/';
const NEWLINE = 10;

const line = z.object({ accountId: z.uuid(), at: z.iso.datetime(), kept: z.literal(true).optional() });

const textOf = ({ accountId, at, isKept }: ErasureEntry): string =>
  JSON.stringify({ accountId, at: at.toISOString(), ...(isKept ? { kept: true } : {}) });

/** Reads lines; one that a crash tore apart is no entry, since its transaction didn't commit. */
const entriesIn = (text: string): ErasureEntry[] =>
  text.split('\n').flatMap((one) => {
    try {
      const { accountId, at, kept = false } = line.parse(JSON.parse(one));
      return [{ accountId, at: new Date(at), isKept: kept }];
    } catch {
      return [];
    }
  });

/** Tells if the file ends within a line, which a crash tore apart. */
const isTorn = async (file: FileHandle): Promise<boolean> => {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== NEWLINE;
};

/** Makes the file's name durable too. */
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
};

const append = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'a+', 0o600);
  try {
    await file.appendFile(`${(await isTorn(file)) ? '\n' : ''}${text}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFolder(path);
};

const readText = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return '';
    throw error;
  }
};

/**
 * Keeps the list in a file of lines and, where back-ups have a target, there too, one object an entry: the disk of the file may be the one that is lost.
 * @param target looked up for each entry, since the owner may set one later
 */
export const createErasureList = (path: string, target: () => ErasureStore | undefined = () => undefined): ErasureList => {
  let writing: Promise<void> = Promise.resolve();
  const readAll = async (): Promise<ErasureEntry[]> => {
    const entries = entriesIn(await readText(path));
    const store = target();
    for (const name of store ? await store.list(PREFIX) : [])
      entries.push(...entriesIn(Buffer.from(await store!.read(name)).toString('utf8')));
    return entries.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  };
  return {
    async add(entry) {
      const text = textOf(entry);
      writing = writing.catch(() => {}).then(() => append(path, text));
      await writing;
      const name = `${PREFIX}${entry.at.toISOString().replaceAll(/[-:.]/g, '')}-${entry.accountId}${entry.isKept ? '-kept' : ''}.json`;
      await target()?.put(name, Buffer.from(text));
    },
    async erasedSince(since) {
      const newest = new Map<string, boolean>();
      for (const { accountId, at, isKept } of await readAll()) if (at >= since) newest.set(accountId, !isKept);
      return [...newest].flatMap(([accountId, isErased]) => (isErased ? [accountId] : []));
    },
  };
};
