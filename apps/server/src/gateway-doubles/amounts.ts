/** Reads a decimal with exactly two places. @returns hundredths, or undefined for anything else */
export const readAmount = (text: string | undefined): number | undefined => {
  const match = /^(\d{1,7})\.(\d{2})$/.exec(text ?? '');
  return match ? Number(match[1]) * 100 + Number(match[2]) : undefined;
};

/** Prints hundredths with two places. */
export const printAmount = (hundredths: number): string => (hundredths / 100).toFixed(2);
