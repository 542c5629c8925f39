import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** A phone number as it is stored: the dialling code (`+351`) and the national number. */
export interface Phone {
  code: string;
  number: string;
}

/** Parses a phone number; undefined when invalid. */
export const parsePhone = (code: string, number: string): Phone | undefined => {
  if (!/^\+[1-9]\d{0,3}$/.test(code)) return undefined;
  const parsed = parsePhoneNumberFromString(`${code}${number.replace(/[^\d]/g, '')}`);
  if (!parsed?.isValid() || `+${parsed.countryCallingCode}` !== code) return undefined;
  return { code, number: parsed.nationalNumber };
};
