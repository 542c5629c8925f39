import { verifyPassword } from '../../platform/auth/passwords.ts';
import type { SessionOrigin } from '../../platform/auth/sessions.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { findForLogIn } from './accounts.store.ts';

export interface LogInInput {
  /** Username or e-mail address. */
  name: string;
  password: string;
  remember: boolean;
}

/**
 * Opens a session. An unknown name takes as long as a wrong password.
 * @throws CodedError INCORRECT_CREDENTIALS
 */
export const logIn = async (
  platform: Platform,
  input: LogInInput,
  origin: SessionOrigin,
): Promise<{ token: string; maxAgeSeconds: number }> => {
  const { database, sessions } = platform;
  const account = await findForLogIn(database, input.name.toLowerCase());
  const matches = await verifyPassword(account?.password_hash, input.password);
  if (!account || !matches) throw new CodedError('INCORRECT_CREDENTIALS');
  return sessions.create(database, account.id, input.remember, origin);
};
