import { ApiError, type Call, createCall, errorOf, type Outgoing } from './api.ts';
import { readCookie } from './cookies.ts';
import { askToAgree, askToConfirm, type Confirmation } from './questions-of-calls.ts';
import { session } from './session.tsx';

const noAnswer = (aborted: boolean): ApiError => new ApiError(0, aborted ? 'ABORTED' : 'NETWORK', sentenceOf(aborted));

let offlineText = '';
const sentenceOf = (aborted: boolean): string => (aborted ? '' : offlineText);

/** The message for a missing response, in the page's language. */
export const setOfflineText = (text: string): void => {
  offlineText = text;
};

let answered = true;

/** Records whether the server was just reachable, by call or by socket. */
export const setServerReachable = (came: boolean): void => {
  answered = came;
};

/** Whether the server was reachable at the last contact. */
export const isLikelyReachable = (): boolean => answered && navigator.onLine;

/** Whether the server is reachable; checked with a request only if it was not at the last contact. */
export const isReachable = async (): Promise<boolean> => {
  if (isLikelyReachable()) return true;
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
    if (!aborted) setServerReachable(false);
    throw noAnswer(aborted);
  });
  setServerReachable(true);
  return { status: answer.status, body: parsed(await answer.text()) };
};

const byUpload = async (request: Outgoing) => {
  const { upload } = await import('./upload-call.ts').catch(() => {
    throw noAnswer(false);
  });
  return upload(request, { parsed, noAnswer });
};

let isAgeReloadDisabled = false;

/** Marks the page as opened before the age was confirmed: an AGE_NOT_CONFIRMED response doesn't reload it. */
export const disableAgeReload = (): void => {
  isAgeReloadDisabled = true;
};

let isReloading = false;

/** Reloads the page once: several calls may find at the same time that the page is gated. */
const reloadGated = (): void => {
  if (isReloading || location.pathname.startsWith('/auth/login')) return;
  isReloading = true;
  location.reload();
};

/** Reloads the page in maintenance; an account's only if it isn't in a show that may go on, which show-gate.ts finds out. */
export const onMaintenance = (path?: string): void => {
  if (session.get()) void import('./show-gate.ts').then((gate) => gate.look(path, reloadGated));
  else reloadGated();
};

/** Transmits a call, and once more if it was refused until the owner confirms that it is them, or agrees to changed terms, and they did. */
export const confirmedAnswer = async <Answer extends { body: unknown }>(transmit: () => Promise<Answer>): Promise<Answer> => {
  const answer = await transmit();
  const refusal = answer.body as { error?: string; details?: { methods?: Confirmation[] } } | undefined;
  if (refusal?.error === 'TERMS_CHANGED') return (await askToAgree()) ? transmit() : answer;
  if (refusal?.error !== 'RECENT_LOGIN_REQUIRED') return answer;
  return (await askToConfirm(refusal.details?.methods ?? ['password'])) ? transmit() : answer;
};

const send = async (request: Outgoing) => {
  const transmit = () => (request.form ? byUpload(request) : byFetch(request));
  // The refusals of an answer go to its own form.
  const answer = await (/^\/(?:auth\/confirm|agreements)/.test(request.path) ? transmit() : confirmedAnswer(transmit));
  // Maintenance, a blocked country or a new age gate: the reloaded page shows it.
  const code = (answer.body as { error?: string } | undefined)?.error;
  if (code === 'MAINTENANCE') onMaintenance(request.path);
  else if (code === 'COUNTRY_BLOCKED' || (code === 'AGE_NOT_CONFIRMED' && !isAgeReloadDisabled)) reloadGated();
  return answer;
};

const onUnauthenticated = (): void => session.end(location.pathname + location.search);

/** The ApiError of a response received outside `call` (status 0: none arrived, or aborted). */
export const failureOf = (status: number, body: unknown, aborted = false): ApiError => {
  if (status === 0) return noAnswer(aborted);
  if (status === 401) onUnauthenticated();
  return errorOf(status, body);
};

/** The browser's API client. */
export const call: Call = createCall({
  send,
  locale: () => readCookie('locale') ?? document.documentElement.lang,
  onUnauthenticated,
});
