import { buffer } from 'node:stream/consumers';
import type { Storage } from '../storage/storage.ts';

/** Readers look for the end mark within so many last bytes (ISO 32000-1, implementation notes). */
const END_BYTES = 1024;

/** Whether a PDF has its mark at the very beginning and its end mark: neither cut off nor something else that holds one. */
export const isWholePdf = async (storage: Storage, key: string, bytes: number): Promise<boolean> => {
  const read = async (start: number, end: number): Promise<string> =>
    (await buffer((await storage.open(key, { start, end })).stream)).toString('latin1');
  return (await read(0, Math.min(4, bytes - 1))) === '%PDF-' && (await read(Math.max(0, bytes - END_BYTES), bytes - 1)).includes('%%EOF');
};
