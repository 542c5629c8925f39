import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('cells are quoted as in RFC 4180; numbers stay numbers', () => {
  expect(csvLine(['Tip', -4.5, '12.00', null, 'a "b", c\nd'])).toBe('"Tip",-4.5,12.00,"","a ""b"", c\nd"\r\n');
});

test('words from right to left are isolated in their cell, and overrides are left out', () => {
  expect(csvLine(['שרה', 'tip', '\u202E=1+1'])).toBe(`"\u2068שרה\u2069","tip","'=1+1"\r\n`);
});

test.each(['=1+1', '+1 234', '-2+3', '@SUM(A1)', '\t=1', '\r@x', ' =cmd', '|calc', '＝1'])('%j does not become a formula', (value) => {
  expect(csvLine([value])).toBe(`"'${value}"\r\n`);
});
