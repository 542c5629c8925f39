// The CRC-32 of a text in which one nonce stands in several places, without reading the text again for each nonce. CRCs are polynomials over
// two elements modulo a fixed one: that of two texts one after the other is the first's, times x to the number of the second's bits, plus the
// second's. So the whole is a constant plus a factor times the nonce's CRC. As in zlib's `crc32_combine`.

/** Bits reversed: the highest one is x⁰. */
const MODULUS = 0xedb88320;
const ONE = 0x80000000;

const times = (left: number, right: number): number => {
  let product = 0;
  let power = right;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (left & bit) product ^= power;
    power = power & 1 ? (power >>> 1) ^ MODULUS : power >>> 1;
  }
  return product >>> 0;
};

/** x to 8, 16, 32 and so on: to the bits of each digit of a number of bytes. */
const DIGITS = [times(0x00800000, ONE)];
while (DIGITS.length < 32) DIGITS.push(times(DIGITS.at(-1)!, DIGITS.at(-1)!));

/** x to the number of these bytes' bits. */
const shiftOf = (bytes: number): number => {
  let shift = ONE;
  for (const [digit, power] of DIGITS.entries()) if ((bytes >>> digit) & 1) shift = times(power, shift);
  return shift;
};

/** The CRC of a text with nonces: `fixed` plus `factor` times the nonce's. */
export interface NonceCrc {
  fixed: number;
  factor: number;
}

/** Of the empty text. */
export const NO_CRC: NonceCrc = { fixed: 0, factor: 0 };

/** With bytes added, of which the CRC and the number are known. */
export const withBytes = ({ fixed, factor }: NonceCrc, crc: number, bytes: number): NonceCrc => {
  const shift = shiftOf(bytes);
  return { fixed: (times(shift, fixed) ^ crc) >>> 0, factor: times(shift, factor) };
};

/** With the nonce added, of this number of bytes. */
export const withNonce = ({ fixed, factor }: NonceCrc, bytes: number): NonceCrc => {
  const shift = shiftOf(bytes);
  return { fixed: times(shift, fixed), factor: (times(shift, factor) ^ ONE) >>> 0 };
};

/** The CRC, given that of the nonce. */
export const crcOf = ({ fixed, factor }: NonceCrc, nonce: number): number => (fixed ^ times(factor, nonce)) >>> 0;
