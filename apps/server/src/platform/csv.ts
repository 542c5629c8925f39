import { isolated, withBalancedDirections } from '@stagedoor/contract/visible-text.values';

/** Prefixes that make a spreadsheet interpret a cell as a formula (OWASP, "CSV Injection"). */
const FORMULA = /^[\t\r\n ]*[=+\-@|\uff1d\uff0b\uff0d\uff20]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Byte order mark, by which spreadsheets recognize UTF-8. */
export const CSV_BOM = '\ufeff';

const cellOf = (value: string | number | null): string => {
  const text = value === null ? '' : withBalancedDirections(String(value));
  if (NUMBER.test(text)) return text;
  const safe = FORMULA.test(text) ? `'${text}` : text;
  // Isolated, so that words from right to left don't turn the columns around in an editor of plain text.
  return `"${isolated(safe.replaceAll('"', '""'))}"`;
};

/** One record of a CSV file (RFC 4180), with formulas neutralized. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cellOf).join(',')}\r\n`;
