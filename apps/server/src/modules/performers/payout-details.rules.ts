/** Length of the IBANs of each country that has them (SWIFT IBAN registry). */
const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 ' +
    'GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 ' +
    'MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 ' +
    'TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Whether an IBAN has its country's length and the right check digits (ISO 13616, ISO 7064 MOD 97-10). Upper case, without spaces. */
export const isIban = (iban: string): boolean => {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban) || iban.length !== IBAN_LENGTHS[iban.slice(0, 2)]) return false;
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
};

/** A SWIFT code (ISO 9362): bank, country, place, branch. */
export const isSwift = (code: string): boolean => /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(code);

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

/** An e-mail address with a masked local part: `m••••@example.org`. */
export const maskedEmail = (email: string): string => `${email.slice(0, 1)}••••${email.slice(email.lastIndexOf('@'))}`;
