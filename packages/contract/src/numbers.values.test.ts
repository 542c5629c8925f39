import { describe, expect, test } from 'vitest';
import { idEndOf, numberOf } from './numbers.values.ts';

const ID = '01a22ed9-e086-72e7-8ea1-4f68e56ae50d';

describe('a short number', () => {
  test('has the last forty bits of an id, in letters and digits that aren’t taken for each other', () => {
    expect(numberOf('order', ID)).toMatch(/^OR-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect([numberOf('private', ID).slice(3), numberOf('group', ID).slice(0, 3)]).toEqual([numberOf('order', ID).slice(3), 'GR-']);
  });

  test('leads back to the end of the id, however it is typed', () => {
    const number = numberOf('order', ID);
    for (const typed of [
      number,
      number.toLowerCase(),
      number.replaceAll('-', ''),
      ` ${number.replaceAll('-', ' ')} `,
      number.replace('OR', '0r'),
    ])
      expect([typed, idEndOf('order', typed)]).toEqual([typed, '68e56ae50d']);
    expect(idEndOf('order', numberOf('order', '00000000-0000-7000-8000-000000000000'))).toBe('0000000000');
  });

  test('is nothing else', () => {
    for (const typed of ['', 'OR', 'OR-1234-567', 'OR-1234-56789', 'PR-1234-5678', 'OR-UUUU-0000', 'Orlando Bl', ID])
      expect([typed, idEndOf('order', typed)]).toEqual([typed, null]);
  });
});
