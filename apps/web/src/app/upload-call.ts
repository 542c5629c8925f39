import type { ApiError, Outgoing } from './api.ts';

// Apart from browser-call.ts, which every page loads.

/**
 * Sends a call with files. It uses XMLHttpRequest, which alone reports upload progress.
 * @throws ApiError made by `noAnswer` when no response arrived
 */
export const upload = (
  request: Outgoing,
  { parsed, noAnswer }: { parsed: (text: string) => unknown; noAnswer: (aborted: boolean) => ApiError },
) =>
  new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const transfer = new XMLHttpRequest();
    const abort = () => transfer.abort();
    transfer.open(request.method, `/api${request.path}`);
    for (const [name, value] of Object.entries(request.headers)) transfer.setRequestHeader(name, value);
    transfer.upload.onprogress = (event) => {
      if (event.lengthComputable) request.onProgress?.(event.loaded / event.total);
    };
    transfer.onload = () => resolve({ status: transfer.status, body: parsed(transfer.responseText) });
    transfer.onerror = () => reject(noAnswer(false));
    transfer.onabort = () => reject(noAnswer(true));
    transfer.onloadend = () => request.signal?.removeEventListener('abort', abort);
    if (request.signal?.aborted) {
      reject(noAnswer(true));
      return;
    }
    request.signal?.addEventListener('abort', abort);
    transfer.send(request.form);
  });
