import { createHash } from 'node:crypto';
import { secretsMatch } from '../../platform/secrets-match.ts';

/** Prices and periods of a form, as they are written in its address: `9.9` and `9.90` have different digests. */
export interface FormTerms {
  initialPrice: string;
  initialPeriod: string;
  /** Numeric ISO 4217 code, with leading zeros. */
  currencyCode: string;
  recurring: { price: string; period: string; rebills: string } | null;
}

const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex');

/** The digest that a form's address carries. MD5 is the company's choice; the salt alone makes it hard to forge. */
export const formDigest = ({ initialPrice, initialPeriod, currencyCode, recurring }: FormTerms, salt: string): string =>
  md5(
    [initialPrice, initialPeriod, ...(recurring ? [recurring.price, recurring.period, recurring.rebills] : []), currencyCode, salt].join(
      '',
    ),
  );

/** The digest of a sale's report. @param id the subscription of an approved sale, or the denial */
export const responseDigest = (id: string, isApproved: boolean, salt: string): string => md5(`${id}${isApproved ? 1 : 0}${salt}`);

/** Returns whether a report's digest is that of one of the ids under one of the salts. */
export const isResponseDigest = (
  given: string | undefined,
  { ids, isApproved, salts }: { ids: readonly (string | undefined)[]; isApproved: boolean; salts: readonly string[] },
): boolean =>
  Boolean(given) &&
  salts
    .filter(Boolean)
    .flatMap((salt) => ids.flatMap((id) => (id ? [responseDigest(id, isApproved, salt)] : [])))
    .some((digest) => secretsMatch(given!.toLowerCase(), digest));
