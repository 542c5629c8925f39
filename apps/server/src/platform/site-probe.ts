import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Encryption } from './encryption.ts';
import { secretsMatch } from './secrets-match.ts';

// `stagedoor doctor` asks the running site how it sees a request that came through the proxies in front of it. The request carries a proof of a
// key of DATA_DIR, valid for two minutes; the key itself never leaves this machine.

export const PROBE_PATH = '/api/doctor';
/** Size of the doctor's upload: a piece of a resumable upload. */
export const PROBE_UPLOAD_BYTES = 16 * 1024 * 1024;
const SCHEME = 'Doctor';
const VALID_MS = 120_000;

const signatureOf = (encryption: Pick<Encryption, 'derive'>, at: string): string =>
  createHmac('sha256', encryption.derive('doctor')).update(at).digest('base64url');

/** The Authorization header of the doctor's requests. */
export const probeAuthorization = (encryption: Pick<Encryption, 'derive'>, now: Date): string => {
  const at = String(now.getTime());
  return `${SCHEME} ${at}.${signatureOf(encryption, at)}`;
};

/** Tells if a request is the doctor's. */
export const isProbe = (header: string | undefined, encryption: Pick<Encryption, 'derive'>, now: Date): boolean => {
  const [, at = '', signature] = /^Doctor (\d{1,16})\.([\w-]+)$/.exec(header ?? '') ?? [];
  if (signature === undefined || Math.abs(Number(at) - now.getTime()) > VALID_MS) return false;
  return secretsMatch(signature, signatureOf(encryption, at));
};

/** How the site sees the doctor's request, and itself. */
export const probeView = z.object({
  version: z.string(),
  /** Address of the caller, by which limits and countries are decided. */
  address: z.string(),
  scheme: z.enum(['http', 'https']),
  /** The header as it arrived. */
  forwardedFor: z.string().nullable(),
  trustsProxy: z.boolean(),
  publicUrl: z.string(),
  /** Limit of the process's JavaScript heap, in bytes. */
  heapLimitBytes: z.number(),
  /** Connections that this node opens at most. */
  databasePool: z.number(),
  ffmpeg: z.boolean(),
});
export type ProbeView = z.output<typeof probeView>;
