import { expect, test } from 'vitest';
import { approvalDigest, denialDigest, formDigest } from './ccbill-digests.ts';

test('digests a single sale as the published example does', () => {
  const price = { initialPrice: '10.00', initialPeriod: '30', recurring: undefined, currencyCode: '840' };
  expect(formDigest(price, '7d901dad245fd0ff6bc20d06')).toBe('a7459445d0e5dc0963fe736dc5cf900b');
  expect(formDigest({ ...price, initialPrice: '9.99' }, 'SALT-EXAMPLE-0001')).toBe('fc6484d3e3428a2978075cda287ec743');
});

test('digests a recurring sale', () => {
  const recurring = { price: '9.99', period: '30', rebills: '99' };
  expect(formDigest({ initialPrice: '9.99', initialPeriod: '30', recurring, currencyCode: '978' }, 'SALT-EXAMPLE-0001')).toBe(
    '3dc575b92e738587f8a455e4d2fcc68a',
  );
});

test('digests approvals and denials', () => {
  expect(approvalDigest('1000000000', 'SALT-EXAMPLE-0001')).toBe('27bcefdb2fba9a1d3426f495230188b5');
  expect(denialDigest('0109072310330002423', 'SALT-EXAMPLE-0001')).toBe('91df0a5d56d6140eb775b22f8ae8dada');
});
