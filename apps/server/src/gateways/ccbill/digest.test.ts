import { expect, test } from 'vitest';
import { formDigest, isResponseDigest, responseDigest } from './digest.ts';

const SALT = 'SALT-EXAMPLE-0001';

test('a single sale’s digest is that of the company’s documents', () => {
  const documented = { initialPrice: '10.00', initialPeriod: '30', currencyCode: '840', recurring: null };
  expect(formDigest(documented, '7d901dad245fd0ff6bc20d06')).toBe('a7459445d0e5dc0963fe736dc5cf900b');
  expect(formDigest({ ...documented, initialPrice: '9.99' }, SALT)).toBe('fc6484d3e3428a2978075cda287ec743');
});

test('a recurring sale’s digest covers its later charges', () => {
  const recurring = { price: '9.99', period: '30', rebills: '99' };
  expect(formDigest({ initialPrice: '9.99', initialPeriod: '30', currencyCode: '978', recurring }, SALT)).toBe(
    '3dc575b92e738587f8a455e4d2fcc68a',
  );
});

test('reports of approved and refused sales have the digests of the reference', () => {
  expect(responseDigest('1000000000', true, SALT)).toBe('27bcefdb2fba9a1d3426f495230188b5');
  expect(responseDigest('0109072310330002423', false, SALT)).toBe('91df0a5d56d6140eb775b22f8ae8dada');
});

test('a report is right under one of the salts, in either case, and for its outcome alone', () => {
  const approved = responseDigest('1000000000', true, SALT);
  const is = (given: string | undefined, more: Partial<Parameters<typeof isResponseDigest>[1]> = {}) =>
    isResponseDigest(given, { ids: ['1000000000'], isApproved: true, salts: [SALT], ...more });
  expect([is(approved), is(approved.toUpperCase()), is(approved, { salts: ['', 'another', SALT] })]).toEqual([true, true, true]);
  expect([
    is(undefined),
    is(''),
    is(approved, { isApproved: false }),
    is(approved, { ids: ['01000000000', undefined, ''] }),
    is(approved, { salts: ['another', ''] }),
    // An empty salt makes a digest that anybody can compute.
    is(responseDigest('1000000000', true, ''), { salts: [''] }),
  ]).toEqual(Array.from({ length: 6 }, () => false));
});
