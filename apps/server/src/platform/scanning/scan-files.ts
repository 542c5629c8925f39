import { CodedError } from '../errors.ts';
import type { Storage } from '../storage/storage.ts';
import type { ReceivedFile } from '../storage/received-file.ts';
import type { Log } from '../telemetry/log.ts';
import { messageOf } from '../thrown.ts';
import { type Clamd, ClamdLimitError } from './clamd.ts';

/** Kinds that a site hands out as they came. It encodes pictures, films and sounds, except where a call keeps them unchanged. */
const UNCHANGED_KINDS: readonly ReceivedFile['kind'][] = ['document', 'archive'];

/** Tells if a received file leaves the site as it came. */
export const isScanned = ({ kind }: Pick<ReceivedFile, 'kind'>, rule: { unchanged?: boolean }): boolean =>
  rule.unchanged === true || UNCHANGED_KINDS.includes(kind);

/**
 * Scans a received file before anything is done with it.
 * @throws CodedError FILE_INFECTED; FILE_NOT_SCANNED for one that is larger than the scanner takes; SCANNER_UNAVAILABLE
 */
export const scanFile = async (
  { clamd, storage, log }: { clamd: Clamd; storage: Storage; log: Log },
  { key, bytes, sha256 }: Pick<ReceivedFile, 'key' | 'bytes' | 'sha256'>,
): Promise<void> => {
  const { stream } = await storage.open(key);
  let found: string | null;
  try {
    found = await clamd.scan(stream);
  } catch (error) {
    log.error({ err: messageOf(error), bytes }, 'a file could not be scanned, so it was refused');
    throw new CodedError(error instanceof ClamdLimitError ? 'FILE_NOT_SCANNED' : 'SCANNER_UNAVAILABLE');
  }
  if (found === null) return;
  log.warn({ found, sha256, bytes }, 'a file was refused by the virus scanner');
  throw new CodedError('FILE_INFECTED');
};
