import { buffer } from 'node:stream/consumers';
import type { Storage } from '../storage/storage.ts';

/** Readers look for the end marker in this many last bytes (ISO 32000-1, implementation notes). */
const END_BYTES = 1024;

/** Whether a PDF has its header at the very beginning and its end marker: neither truncated nor embedded in another file. */
export const isWholePdf = async (storage: Storage, key: string, bytes: number): Promise<boolean> => {
  const read = async (start: number, end: number): Promise<string> =>
    (await buffer((await storage.open(key, { start, end })).stream)).toString('latin1');
  return (await read(0, Math.min(4, bytes - 1))) === '%PDF-' && (await read(Math.max(0, bytes - END_BYTES), bytes - 1)).includes('%%EOF');
};
