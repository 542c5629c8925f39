/** Readers of fields whose sender may have put anything into them. */

export type Fields = Record<string, unknown>;

export const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {});

/** The text of a field, empty for anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');

/** The number of a field, or what counts without one. */
export const numberOf = (value: unknown, otherwise: number): number => {
  const number = typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : otherwise;
};

/** Parses the fields of a JSON text; undefined for anything else. */
export const parseFields = (text: string): Fields | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
};
