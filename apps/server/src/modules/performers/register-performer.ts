import type { Locale } from '@stagedoor/contract/texts/text';
import { recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError, FieldsError } from '../../platform/errors.ts';
import type { ReceivedFile } from '../../platform/storage/received-file.ts';
import type { VerifiedVisitor } from '../../platform/auth/age-cookies.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  enqueueMail,
  hashNewPassword,
  insertAccount,
  isAdult,
  isReservedUsername,
  isUsernameTaken,
  registerTakenAddress,
} from '../accounts/index.ts';
import { takeOverCheck } from '../age/index.ts';
import { storeDocuments } from '../files/index.ts';
import { isCountry } from '../reference/index.ts';
import { insertDocument } from './documents.store.ts';
import { keepNames } from './performer-names.store.ts';

export interface RegisterPerformerInput {
  name: string;
  username: string;
  password: string;
  gender: string;
  email: string;
  firstName: string;
  lastName: string;
  country: string;
  dateOfBirth: string;
  acceptsTerms: boolean;
  locale: Locale;
  /** The check that the visitor passed in this browser. */
  verifiedVisitor?: VerifiedVisitor | null;
  idVerification: ReceivedFile;
  documentVerification: ReceivedFile;
}

/**
 * Registers a performer with two documents and sends the verification mail. The account is lite until an admin
 * has approved them. For an address that has an account nothing is created and its owner gets a mail.
 *
 * @throws CodedError PERFORMER_USERNAME_TAKEN, USERNAME_RESERVED, UNDERAGE, FILE_UNREADABLE; FieldsError for a guessable or leaked password
 */
export const registerPerformer = async (platform: Platform, input: RegisterPerformerInput): Promise<void> => {
  const { database, clock } = platform;
  if (!isCountry(input.country)) throw new FieldsError([{ property: 'country', rule: 'country' }]);
  if (!isAdult(input.dateOfBirth, clock.now().toISOString().slice(0, 10))) throw new CodedError('UNDERAGE');
  if (isReservedUsername(input.username)) throw new CodedError('USERNAME_RESERVED');
  if (await isUsernameTaken(database, input.username, clock.now())) throw new CodedError('PERFORMER_USERNAME_TAKEN');
  const passwordHash = await hashNewPassword(platform, input.password, { ...input, names: [input.name, input.firstName, input.lastName] });
  try {
    await transact(database, undefined, async (trx) => {
      const accountId = await insertAccount(trx, { ...input, role: 'performer', passwordHash });
      if (!accountId) return registerTakenAddress(platform, trx, { ...input, passwordHash });
      await trx
        .insertInto('performers')
        .values({
          account_id: accountId,
          first_name: input.firstName,
          last_name: input.lastName,
          gender: input.gender,
          country: input.country,
          applied_at: clock.now(),
        })
        .execute();
      const [identity, selfie] = await storeDocuments(platform, trx, [input.idVerification, input.documentVerification], accountId);
      await insertDocument(trx, { performerId: accountId, kind: 'idVerification', fileId: identity!, at: clock.now() });
      await insertDocument(trx, { performerId: accountId, kind: 'documentVerification', fileId: selfie!, at: clock.now() });
      if (input.verifiedVisitor) await takeOverCheck(trx, accountId, input.verifiedVisitor);
      await keepNames(trx, accountId);
      await enqueueMail(platform, trx, { kind: 'verifyEmail', accountId });
      await recordEvent(trx, 'applications.changed', { performerId: accountId });
    });
  } catch (error) {
    if (error instanceof CodedError && error.code === 'USERNAME_TAKEN') throw new CodedError('PERFORMER_USERNAME_TAKEN');
    throw error;
  }
};
