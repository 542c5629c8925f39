import { ApiError, type Call, createCall, errorOf, type Outgoing } from './api.ts';
import { readCookie } from './cookies.ts';
import { session } from './session.tsx';

const noAnswer = (aborted: boolean): ApiError => new ApiError(0, aborted ? 'ABORTED' : 'NETWORK', say(aborted));

let offlineText = '';
const say = (aborted: boolean): string => (aborted ? '' : offlineText);

/** The sentence for "no answer came", in the page's language. */
export const setOfflineText = (text: string): void => {
  offlineText = text;
};

let answered = true;

/** Notes whether the server has just answered, by call or by socket. */
export const noteAnswer = (came: boolean): void => {
  answered = came;
};

/** As far as is known, the server can be reached. */
export const seemsReachable = (): boolean => answered && navigator.onLine;

/** Whether the server can be reached; asked only when the last thing known is that it could not. */
export const isReachable = async (): Promise<boolean> => {
  if (seemsReachable()) return true;
  answered = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
  return answered;
};

const parsed = (text: string): unknown => {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
};

const byFetch = async (request: Outgoing) => {
  const answer = await fetch(`/api${request.path}`, {
    method: request.method,
    headers: { ...request.headers, ...(request.body === undefined ? {} : { 'content-type': 'application/json' }) },
    credentials: 'same-origin',
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    ...(request.signal ? { signal: request.signal } : {}),
  }).catch(() => {
    const aborted = request.signal?.aborted ?? false;
    if (!aborted) noteAnswer(false);
    throw noAnswer(aborted);
  });
  noteAnswer(true);
  return { status: answer.status, body: parsed(await answer.text()) };
};

/** Files go by XMLHttpRequest, which alone tells how much has been sent. */
const byUpload = (request: Outgoing) =>
  new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const upload = new XMLHttpRequest();
    const abort = () => upload.abort();
    upload.open(request.method, `/api${request.path}`);
    for (const [name, value] of Object.entries(request.headers)) upload.setRequestHeader(name, value);
    upload.upload.onprogress = (event) => {
      if (event.lengthComputable) request.onProgress?.(event.loaded / event.total);
    };
    upload.onload = () => resolve({ status: upload.status, body: parsed(upload.responseText) });
    upload.onerror = () => reject(noAnswer(false));
    upload.onabort = () => reject(noAnswer(true));
    upload.onloadend = () => request.signal?.removeEventListener('abort', abort);
    if (request.signal?.aborted) {
      reject(noAnswer(true));
      return;
    }
    request.signal?.addEventListener('abort', abort);
    upload.send(request.form);
  });

let isAgeAsked = false;

/** Says that this page was opened before an age was confirmed: it stands, and what needs the answer is left out of it. */
export const setAgeAsked = (): void => {
  isAgeAsked = true;
};

const send = async (request: Outgoing) => {
  const answer = await (request.form ? byUpload(request) : byFetch(request));
  // The site went into maintenance, the country was blocked, or an age is asked now: the page is asked again and says so.
  const code = (answer.body as { error?: string } | undefined)?.error;
  if (
    (code === 'MAINTENANCE' || code === 'COUNTRY_BLOCKED' || (code === 'AGE_NOT_CONFIRMED' && !isAgeAsked)) &&
    !location.pathname.startsWith('/auth/login')
  )
    location.reload();
  return answer;
};

const onUnauthenticated = (): void => session.end(location.pathname + location.search);

/** What an answer outside of `call` refuses (status 0: none came, or it was stopped), with the sentence to show. */
export const failureOf = (status: number, body: unknown, aborted = false): ApiError => {
  if (status === 0) return noAnswer(aborted);
  if (status === 401) onUnauthenticated();
  return errorOf(status, body);
};

/** The browser's client of the API. */
export const call: Call = createCall({
  send,
  locale: () => readCookie('locale') ?? document.documentElement.lang,
  onUnauthenticated,
});
