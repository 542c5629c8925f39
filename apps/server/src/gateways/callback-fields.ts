import { CodedError } from '../platform/errors.ts';

/** Why a callback is not the company's: counted by reason, and shown to the owner. */
export type ForgeryReason = 'method' | 'network' | 'fields' | 'account' | 'digest' | 'signature' | 'notAtCompany';

export const forged = (reason: ForgeryReason): CodedError => new CodedError('SIGNATURE_INVALID', { reason });

/** Verifies a callback with each of some accounts, since one number may have several keys. @throws CodedError SIGNATURE_INVALID as the last one does */
export const verifyWithAny = <Account, Verified>(accounts: readonly Account[], verify: (account: Account) => Verified): Verified => {
  let failure: unknown = forged('account');
  for (const account of accounts)
    try {
      return verify(account);
    } catch (error) {
      failure = error;
    }
  throw failure;
};

export type CallbackFields = ReadonlyMap<string, string>;

/**
 * Reads parameters as text by name.
 * @throws CodedError SIGNATURE_INVALID for a name that is given twice: a signature would cover one and the reader take the other
 */
export const fieldsOf = (params: Iterable<[string, string]>): Map<string, string> => {
  const fields = new Map<string, string>();
  for (const [name, value] of params) {
    if (fields.has(name)) throw forged('fields');
    fields.set(name, value);
  }
  return fields;
};

/** The fields of a callback that may be stored, by an allow-list. Texts of the company are cut. */
export const storedFields = (fields: CallbackFields, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (fields.get(name) ? [[name, fields.get(name)!.slice(0, 200)]] : [])));
