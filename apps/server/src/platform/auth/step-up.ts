import { CodedError } from '../errors.ts';
import type { Clock } from '../clock.ts';
import type { Sessions } from './sessions.ts';
import type { AccountViewer } from './viewer.ts';

/** How long a log-in or a confirmation counts. */
const CONFIRMED_MS = 600_000;

/** How the owner of an account can confirm that it is them: with a second factor, the password alone isn't enough. */
export const confirmationsOf = (viewer: Pick<AccountViewer, 'hasTwoFactor' | 'hasPasskey'>): ('passkey' | 'code' | 'password')[] => {
  if (!viewer.hasTwoFactor) return ['password'];
  return viewer.hasPasskey ? ['passkey', 'code'] : ['code'];
};

/** Until when a confirmation counts; null when it doesn't any more. */
export const confirmedUntil = (confirmedAt: Date, now: Date): Date | null => {
  const until = new Date(confirmedAt.getTime() + CONFIRMED_MS);
  return until > now ? until : null;
};

/**
 * Demands a log-in or a confirmation less than ten minutes old. Reads the database only when the session as it was cached has neither.
 * @throws CodedError RECENT_LOGIN_REQUIRED with the `methods` that the account can confirm by
 */
export const assertStepUp = async (
  { sessions, clock }: { sessions: Pick<Sessions, 'readConfirmedAt'>; clock: Clock },
  viewer: AccountViewer,
): Promise<void> => {
  const now = clock.now();
  if (confirmedUntil(viewer.confirmedAt, now)) return;
  const confirmedAt = await sessions.readConfirmedAt(viewer.sessionId);
  if (confirmedAt && confirmedUntil(confirmedAt, now)) return;
  throw new CodedError('RECENT_LOGIN_REQUIRED', { methods: confirmationsOf(viewer) });
};
