import { isIban, isSwift } from '@stagedoor/contract/iban.values';
import { readableAddress } from '../../platform/mail/readable-address.ts';

/** Whether a routing number of the United States has the right check digit (ABA: weights 3, 7, 1). */
export const isAbaRouting = (code: string): boolean =>
  /^\d{9}$/.test(code) && Array.from(code).reduce((sum, digit, index) => sum + Number(digit) * [3, 7, 1][index % 3]!, 0) % 10 === 0;

export interface BankDetails {
  holderName: string;
  bankName: string;
  country: string;
  iban?: string | undefined;
  accountNumber?: string | undefined;
  routingNumber?: string | undefined;
  swift?: string | undefined;
}

/**
 * The first invalid field of a bank account, and the rule it violates. Required is either an IBAN, or an account number with a
 * routing number or a SWIFT code.
 */
export const bankProblem = (bank: BankDetails): { property: keyof BankDetails; rule: 'required' | 'iban' | 'invalid' | 'swift' } | null => {
  if (bank.swift && !isSwift(bank.swift)) return { property: 'swift', rule: 'swift' };
  if (bank.iban) return isIban(bank.iban) ? null : { property: 'iban', rule: 'iban' };
  if (!bank.accountNumber) return { property: bank.routingNumber || bank.swift ? 'accountNumber' : 'iban', rule: 'required' };
  if (!/^[A-Z0-9]{4,34}$/.test(bank.accountNumber)) return { property: 'accountNumber', rule: 'invalid' };
  if (!bank.routingNumber && !bank.swift) return { property: 'routingNumber', rule: 'required' };
  if (bank.routingNumber) {
    const isRight = bank.country === 'US' ? isAbaRouting(bank.routingNumber) : /^[A-Z0-9]{3,12}$/.test(bank.routingNumber);
    if (!isRight) return { property: 'routingNumber', rule: 'invalid' };
  }
  return null;
};

/** Masks all but the last four characters; fewer are shown of short values. */
export const masked = (value: string): string => {
  const shown = Math.min(4, Math.floor(value.length / 3));
  return '•'.repeat(Math.min(8, Math.max(4, value.length - shown))) + (shown > 0 ? value.slice(-shown) : '');
};

/** The last characters of a bank account that may be shown. */
export const endingOf = ({ iban, accountNumber }: Pick<BankDetails, 'iban' | 'accountNumber'>): string =>
  masked(iban ?? accountNumber ?? '').replaceAll('•', '');

/** An e-mail address with a masked local part: `m••••@example.org`. */
export const maskedEmail = (email: string): string => {
  const shown = readableAddress(email);
  return `${shown.slice(0, 1)}••••${shown.slice(shown.lastIndexOf('@'))}`;
};
