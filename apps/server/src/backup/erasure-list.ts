import { type FileHandle, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { ErasureEntry, ErasureList } from '../platform/erasures.ts';
import { systemCodeOf } from '../platform/thrown.ts';
import type { BackupTarget } from './target.ts';

/** The part of a backup's target that the list needs: small objects, written once each. */
export type ErasureStore = Pick<BackupTarget, 'put' | 'list' | 'read'>;

const FOLDER = 'erasures';

export const erasureFileOf = (dataDirectory: string): string => join(dataDirectory, 'erasures.jsonl');
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
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
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

/** Reads the entries that are kept at a backup's target. */
const entriesAt = async (store: ErasureStore): Promise<ErasureEntry[]> => {
  const entries: ErasureEntry[] = [];
  for await (const { name } of store.list(FOLDER)) entries.push(...entriesIn((await store.read(name))?.toString('utf8') ?? ''));
  return entries;
};

/**
 * Copies the entries of a backup's target into the file, before a restored site starts: it may be started without that target.
 * @returns how many were added
 */
export const fetchErasures = async (store: ErasureStore, path: string): Promise<number> => {
  const known = new Set(entriesIn(await readText(path)).map(textOf));
  const missing = (await entriesAt(store)).map(textOf).filter((text) => !known.has(text));
  if (missing.length > 0) await append(path, missing.join('\n'));
  return missing.length;
};

/**
 * Keeps the list in a file of lines and, where backups have a target, there too, one object an entry: the disk of the file may be the one that is lost.
 * @param openStore opens the target on first use; after a failure the next use opens it again
 */
export const createErasureList = (
  path: string,
  openStore: () => Promise<ErasureStore | undefined> = async () => undefined,
): ErasureList => {
  let writing: Promise<void> = Promise.resolve();
  let opened: Promise<ErasureStore | undefined> | undefined;
  const storeOf = (): Promise<ErasureStore | undefined> => {
    opened ??= openStore().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  return {
    async add(entry) {
      const text = textOf(entry);
      writing = writing.catch(() => {}).then(() => append(path, text));
      await writing;
      const name = `${FOLDER}/${entry.at.toISOString().replaceAll(/[-:.]/g, '')}-${entry.accountId}${entry.isKept ? '-kept' : ''}.json`;
      await (await storeOf())?.put(name, Buffer.from(text));
    },
    async erasedSince(since) {
      const store = await storeOf();
      const entries = [...entriesIn(await readText(path)), ...(store ? await entriesAt(store) : [])];
      const newest = new Map<string, boolean>();
      for (const { accountId, at, isKept } of entries.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
        if (at >= since) newest.set(accountId, !isKept);
      return [...newest].flatMap(([accountId, isErased]) => (isErased ? [accountId] : []));
    },
  };
};
