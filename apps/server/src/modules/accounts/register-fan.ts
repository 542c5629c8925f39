import type { Locale } from '@stagedoor/contract/texts/text';
import { recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError, FieldsError } from '../../platform/errors.ts';
import type { VerifiedVisitor } from '../../platform/auth/age-cookies.ts';
import type { Platform } from '../../platform/platform.ts';
import { takeOverCheck } from '../age/index.ts';
import { enqueueMail } from './account-mails.ts';
import { isAdult, isReservedUsername } from './accounts.rules.ts';
import { insertAccount, isUsernameTaken } from './accounts.store.ts';
import { hashNewPassword } from './new-password.ts';
import { registerTakenAddress } from './register-taken-address.ts';

export interface RegisterFanInput {
  username: string;
  email: string;
  password: string;
  name: string;
  /** Either a date of birth or the declaration to be of age is required. */
  dateOfBirth: string | null;
  declaredAdult: boolean;
  acceptsTerms: boolean;
  locale: Locale;
  /** The check that the visitor passed in this browser. */
  verifiedVisitor?: VerifiedVisitor | null;
}

/**
 * Registers a fan and sends the verification mail. For an address that has an account nothing is created and its owner gets a mail. The
 * response is the same, so that it doesn't reveal which addresses have accounts.
 *
 * @throws CodedError USERNAME_TAKEN, USERNAME_RESERVED, UNDERAGE; FieldsError for a guessable or leaked password
 */
export const registerFan = async (platform: Platform, input: RegisterFanInput): Promise<void> => {
  const { database, clock } = platform;
  const today = clock.now().toISOString().slice(0, 10);
  if (!input.dateOfBirth && !input.declaredAdult) throw new FieldsError([{ property: 'dateOfBirth', rule: 'adult' }]);
  if (input.dateOfBirth && !isAdult(input.dateOfBirth, today)) throw new CodedError('UNDERAGE');
  if (isReservedUsername(input.username)) throw new CodedError('USERNAME_RESERVED');
  const passwordHash = await hashNewPassword(platform, input.password, { ...input, names: [input.name] });

  await transact(database, undefined, async (trx) => {
    if (await isUsernameTaken(trx, input.username, clock.now())) throw new CodedError('USERNAME_TAKEN');
    const accountId = await insertAccount(trx, { ...input, role: 'fan', passwordHash });
    if (!accountId) return registerTakenAddress(platform, trx, { ...input, passwordHash });
    if (input.verifiedVisitor) await takeOverCheck(trx, accountId, input.verifiedVisitor);
    await enqueueMail(platform, trx, { kind: 'verifyEmail', accountId });
    await recordEvent(trx, 'accounts.registered', { accountId, role: 'fan' });
  });
};
