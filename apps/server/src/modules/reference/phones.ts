import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** A number as it is kept: the dialling code (`+351`) and what is dialled within the country. */
export interface Phone {
  code: string;
  number: string;
}

/** Reads a number; undefined for what nobody can be called at. */
export const parsePhone = (code: string, number: string): Phone | undefined => {
  if (!/^\+[1-9]\d{0,3}$/.test(code)) return undefined;
  const parsed = parsePhoneNumberFromString(`${code}${number.replace(/[^\d]/g, '')}`);
  if (!parsed?.isValid() || `+${parsed.countryCallingCode}` !== code) return undefined;
  return { code, number: parsed.nationalNumber };
};
