import { isIban, isSwift } from '@stagedoor/contract/iban.values';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BankDetails, bankProblem, isAbaRouting, masked, maskedEmail } from './payout-details.rules.ts';

// Examples of the SWIFT IBAN registry.
const IBANS = [
  'GB29NWBK60161331926819',
  'DE89370400440532013000',
  'FR1420041010050500013M02606',
  'MT84MALT011000012345MTLCAST001S',
  'NO9386011117947',
];

test.each(IBANS)('%s is an IBAN, and isn’t with one digit changed', (iban) => {
  expect(isIban(iban)).toBe(true);
  fc.assert(
    fc.property(fc.integer({ min: 4, max: iban.length - 1 }), fc.constantFrom(...'0123456789'.split('')), (at, digit) => {
      fc.pre(/\d/.test(iban[at]!) && iban[at] !== digit);
      expect(isIban(iban.slice(0, at) + digit + iban.slice(at + 1))).toBe(false);
    }),
  );
  expect(isIban(iban.slice(0, -1))).toBe(false);
  expect(isIban(`ZZ${iban.slice(2)}`)).toBe(false);
});

test('US routing numbers are checked by their check digit, SWIFT codes by their form', () => {
  expect(['021000021', '011401533', '021000022', '12345678'].map(isAbaRouting)).toEqual([true, true, false, false]);
  expect(['DEUTDEFF', 'DEUTDEFF500', 'DEUTDEF', 'DEUT1EFF', 'DEUTDEFF50'].map(isSwift)).toEqual([true, true, false, false, false]);
});

test('an account requires an IBAN, or a number with a routing number or a SWIFT code', () => {
  const base = { holderName: 'A', bankName: 'B', country: 'US' };
  const cases: [Partial<BankDetails>, ReturnType<typeof bankProblem>][] = [
    [{}, { property: 'iban', rule: 'required' }],
    [{ iban: IBANS[0] }, null],
    [{ iban: 'GB29NWBK60161331926818' }, { property: 'iban', rule: 'iban' }],
    [{ accountNumber: '12345678' }, { property: 'routingNumber', rule: 'required' }],
    [{ accountNumber: '12345678', routingNumber: '021000021' }, null],
    [
      { accountNumber: '12345678', routingNumber: '021000022' },
      { property: 'routingNumber', rule: 'invalid' },
    ],
    [{ accountNumber: '12345678', routingNumber: '110000', country: 'AU' }, null],
    [{ accountNumber: '12345678', swift: 'DEUTDEFF' }, null],
    [
      { accountNumber: '12', swift: 'DEUTDEFF' },
      { property: 'accountNumber', rule: 'invalid' },
    ],
    [{ swift: 'DEUTDEFF' }, { property: 'accountNumber', rule: 'required' }],
    [
      { iban: IBANS[0], swift: 'X' },
      { property: 'swift', rule: 'swift' },
    ],
  ];
  for (const [bank, problem] of cases) expect([bank, bankProblem({ ...base, ...bank })]).toEqual([bank, problem]);
});

test('a masked value shows at most the last four characters, and never most of it', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z0-9]{0,40}$/), (value) => {
      const shown = masked(value).replace(/•/g, '');
      expect(value.endsWith(shown)).toBe(true);
      expect(shown.length).toBeLessThanOrEqual(Math.min(4, value.length / 3));
      expect(masked(value).length).toBeLessThanOrEqual(12);
    }),
  );
  expect(masked('GB29NWBK60161331926819')).toBe('••••••••6819');
  expect(maskedEmail('marta@example.org')).toBe('m••••@example.org');
});
