// Short numbers of orders and shows, for people to read out: the last forty bits of an id, which are random in UUIDs of version 7.

/** Without letters that are taken for digits (Crockford). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Hexadecimal digits at the end of an id, and the characters that write them. */
const DIGITS = 10;
const LENGTH = 8;

/** The things that have numbers, with the letters before them. */
export const NUMBERED = { order: 'OR', private: 'PR', group: 'GR' } as const;
type Numbered = keyof typeof NUMBERED;

/** The number of an order or a show: `OR-4K7Q-9TZM`. @param id its UUID */
export const numberOf = (kind: Numbered, id: string): string => {
  let rest = BigInt(`0x${id.slice(-DIGITS)}`);
  let written = '';
  for (let at = 0; at < LENGTH; at += 1) {
    written = ALPHABET[Number(rest & 31n)]! + written;
    rest >>= 5n;
  }
  return `${NUMBERED[kind]}-${written.slice(0, LENGTH / 2)}-${written.slice(LENGTH / 2)}`;
};

/** The last ten hexadecimal digits of the id that has a number of a kind, however it was typed; null for anything else. */
export const idEndOf = (kind: Numbered, typed: string): string | null => {
  const plain = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const letters = NUMBERED[kind].replaceAll('O', '0');
  if (!plain.startsWith(letters) || plain.length !== letters.length + LENGTH) return null;
  let value = 0n;
  for (const character of Array.from(plain.slice(letters.length))) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return null;
    value = value * 32n + BigInt(digit);
  }
  return value.toString(16).padStart(DIGITS, '0');
};
