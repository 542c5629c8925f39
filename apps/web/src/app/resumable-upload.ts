import type { UploadPurpose } from '@stagedoor/contract/uploads';
import type { DetailedError } from 'tus-js-client';
import type { ApiError } from './api.ts';
import { failureOf, setServerReachable } from './browser-call.ts';

/** Smaller files are sent with the call itself. */
const RESUMABLE_FROM_BYTES = 8 * 1024 * 1024;
/** Chunks pass proxies that limit or buffer request bodies; a lost one costs little. */
const CHUNK_BYTES = 16 * 1024 * 1024;
/** Delays between attempts, in milliseconds; reset after each chunk. Together about half an hour. */
const RETRY_DELAYS = [500, 1000, 2000, 5000, 10_000, ...Array.from({ length: 58 }, () => 30_000)];
const ENDPOINT = '/api/uploads';
const TOO_MANY = 429;

/** Pauses and resumes an upload. */
export interface UploadControl {
  pause: () => void;
  resume: () => void;
}

interface UploadOptions {
  signal: AbortSignal;
  /** Upload progress, 0 to 1. */
  onProgress: (part: number) => void;
  /** The connection is lost and retried automatically; or it is back. */
  onWaiting?: ((waiting: boolean) => void) | undefined;
  /** The upload can be paused from now on. */
  onControl?: ((control: UploadControl) => void) | undefined;
}

/** A file ready for a call: itself, or a completed upload. */
interface PreparedUpload {
  files: { file?: File };
  uploadId?: string;
  /** After the call: selecting the same file again starts a new upload. */
  done: () => Promise<void>;
}

const refusalOf = (error: Error | DetailedError): ApiError => {
  const answer = 'originalResponse' in error ? error.originalResponse : null;
  let body: unknown;
  try {
    body = JSON.parse(answer?.getBody() ?? '');
  } catch {
    // No response, or not from our server.
  }
  return failureOf(answer?.getStatus() ?? 0, body);
};

const isPassing = (status: number): boolean => status === 0 || status === 409 || status === 423 || status === TOO_MANY || status >= 500;

/**
 * Uploads a large file in chunks: progress survives network failures, server restarts, and leaving the page if the
 * same file is chosen again within a day. The library is loaded on first use.
 * @throws ApiError when it is refused, or the connection stays broken.
 */
const uploadLargeFile = async (file: File, purpose: UploadPurpose, options: UploadOptions): Promise<PreparedUpload> => {
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
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS,
    metadata: { purpose },
    fingerprint: () => Promise.resolve(fingerprint),
    removeFingerprintOnSuccess: false,
    onProgress: (sent, total) => {
      setServerReachable(true);
      onWaiting?.(false);
      onProgress(total > 0 ? sent / total : 0);
    },
    onShouldRetry: (error) => {
      const status = error.originalResponse?.getStatus() ?? 0;
      if (status === 0) setServerReachable(false);
      if (isPassing(status)) onWaiting?.(true);
      return isPassing(status);
    },
    onError: (error) => settled.reject(refusalOf(error)),
    onSuccess: () => settled.resolve(upload.url!.split('/').at(-1)!),
  });
  const [previous] = await upload.findPreviousUploads();
  if (previous) upload.resumeFromPreviousUpload(previous);
  const stop = (): void => {
    // The caller aborted: the partial upload is discarded too.
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
 * Prepares a file for a call: small files as they are, large ones by a resumable upload that is complete when this resolves.
 * `call('POST …/upload', { ...(await prepareUpload(file, purpose, options)) })`
 * @throws ApiError
 */
export const prepareUpload = (file: File, purpose: UploadPurpose, options: UploadOptions): Promise<PreparedUpload> =>
  file.size < RESUMABLE_FROM_BYTES
    ? Promise.resolve({ files: { file }, done: () => Promise.resolve() })
    : uploadLargeFile(file, purpose, options);
