import type { UploadPurpose } from '@stagedoor/contract/uploads';
import type { DetailedError } from 'tus-js-client';
import type { ApiError } from './api.ts';
import { failureOf, noteAnswer } from './browser-call.ts';

/** Smaller files go whole, with the call itself. */
const RESUMABLE_FROM_BYTES = 8 * 1024 * 1024;
/** A piece passes proxies that bound or buffer what they let through; a lost one costs little. */
const PIECE_BYTES = 16 * 1024 * 1024;
/** Between attempts, in milliseconds; counted anew after each piece that arrived. Together about half an hour. */
const RETRY_DELAYS = [500, 1000, 2000, 5000, 10_000, ...Array.from({ length: 58 }, () => 30_000)];
const ENDPOINT = '/api/uploads';
const TOO_MANY = 429;

/** Holds an upload, and lets it go on. */
export interface UploadControl {
  pause: () => void;
  resume: () => void;
}

interface BringOptions {
  signal: AbortSignal;
  /** Sent so far, 0 to 1. */
  onProgress: (part: number) => void;
  /** The way is broken, and tried again by itself; or it is there again. */
  onWaiting?: ((waiting: boolean) => void) | undefined;
  /** It can be held from now on. */
  onControl?: ((control: UploadControl) => void) | undefined;
}

/** A file on its way into a call: itself, or an upload that is whole already. */
interface Brought {
  files: { file?: File };
  uploadId?: string;
  /** The call was made: the same file chosen again is a new upload. */
  done: () => Promise<void>;
}

const refusalOf = (error: Error | DetailedError): ApiError => {
  const answer = 'originalResponse' in error ? error.originalResponse : null;
  let body: unknown;
  try {
    body = JSON.parse(answer?.getBody() ?? '');
  } catch {
    // No answer, or none of ours.
  }
  return failureOf(answer?.getStatus() ?? 0, body);
};

const isPassing = (status: number): boolean => status === 0 || status === 409 || status === 423 || status === TOO_MANY || status >= 500;

/**
 * Brings a large file piece by piece: what has arrived stays when the network or the server goes away, when the page is left and the
 * same file is chosen again within a day. Its library is loaded for the first such file.
 * @throws ApiError when it is refused, or the way to the server stays broken.
 */
const bringLarge = async (file: File, purpose: UploadPurpose, options: BringOptions): Promise<Brought> => {
  const { signal, onProgress, onWaiting, onControl } = options;
  const tus = await import('tus-js-client');
  const fingerprint = ['upload', purpose, file.name, file.size, file.lastModified].join(' ');
  const storage = tus.defaultOptions.urlStorage;
  const forget = async (): Promise<void> => {
    for (const { urlStorageKey } of await storage.findUploadsByFingerprint(fingerprint)) await storage.removeUpload(urlStorageKey);
  };
  const settled = Promise.withResolvers<string>();
  const upload = new tus.Upload(file, {
    endpoint: ENDPOINT,
    chunkSize: PIECE_BYTES,
    retryDelays: RETRY_DELAYS,
    metadata: { purpose },
    fingerprint: () => Promise.resolve(fingerprint),
    removeFingerprintOnSuccess: false,
    onProgress: (sent, total) => {
      noteAnswer(true);
      onWaiting?.(false);
      onProgress(total > 0 ? sent / total : 0);
    },
    onShouldRetry: (error) => {
      const status = error.originalResponse?.getStatus() ?? 0;
      if (status === 0) noteAnswer(false);
      if (isPassing(status)) onWaiting?.(true);
      return isPassing(status);
    },
    onError: (error) => settled.reject(refusalOf(error)),
    onSuccess: () => settled.resolve(upload.url!.split('/').at(-1)!),
  });
  const [previous] = await upload.findPreviousUploads();
  if (previous) upload.resumeFromPreviousUpload(previous);
  const stop = (): void => {
    // What had arrived is given up as well: it was the caller who stopped it.
    void upload.abort(true).catch(() => {});
    void forget();
    settled.reject(failureOf(0, undefined, true));
  };
  if (signal.aborted) stop();
  else {
    signal.addEventListener('abort', stop, { once: true });
    upload.start();
    onControl?.({ pause: () => void upload.abort().catch(() => {}), resume: () => upload.start() });
  }
  try {
    return { files: {}, uploadId: await settled.promise, done: forget };
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

/**
 * What a call takes for a file: small ones as they are, large ones by a resumable upload that is whole when this resolves.
 * `call('POST …/upload', { ...(await bringFile(file, purpose, options)) })`
 * @throws ApiError
 */
export const bringFile = (file: File, purpose: UploadPurpose, options: BringOptions): Promise<Brought> =>
  file.size < RESUMABLE_FROM_BYTES
    ? Promise.resolve({ files: { file }, done: () => Promise.resolve() })
    : bringLarge(file, purpose, options);
