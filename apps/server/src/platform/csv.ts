/** What a spreadsheet takes for a formula when a cell begins with it (OWASP, "CSV Injection"). */
const FORMULA = /^[\t\r\n ]*[=+\-@|\uff1d\uff0b\uff0d\uff20]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Programs that know no other sign of UTF-8 read it from this. */
export const CSV_START = '\ufeff';

const cellOf = (value: string | number | null): string => {
  const text = value === null ? '' : String(value);
  if (NUMBER.test(text)) return text;
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
};

/** One record of a CSV file (RFC 4180); what somebody wrote never becomes a formula. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cellOf).join(',')}\r\n`;
