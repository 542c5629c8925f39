import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type StatementLine, buildStatement, decimalOf, hundredthsOf, saleLineOf } from '@stagedoor/contract/statements.values';
import { createSigner } from '../../platform/signed-file.ts';
import { verifyStatementFile, writeStatementFile } from './sign-statement.ts';

const HEAD = {
  site: 'https://stage.example',
  performer: { id: 'p', username: 'luna', name: 'Luna “the” Reed' },
  payout: {
    id: 'x',
    reference: 'PO-1001',
    method: 'banking',
    destination: '6819',
    requestedAt: '2026-11-21T10:00:00.000Z',
    paidAt: '2026-11-23T10:00:00.000Z',
    paymentReference: '',
  },
  currency: 'USD',
  period: { after: null, until: '2026-11-21T10:00:00.000Z' },
  seal: { position: 7, hash: '0f'.repeat(32) },
};
const signer = createSigner(randomBytes(32));

const sale = (gross: bigint, rate: bigint, type: 'sale' | 'reversal' = 'sale'): StatementLine =>
  saleLineOf(
    { type, at: '2026-11-20T10:00:00.000Z', id: 't', kind: 'tip', title: 'Étude', soldAt: '2026-11-13T10:00:00.000Z' },
    gross,
    rate,
  );
const LINES: StatementLine[] = [
  sale(1000n, 2000n),
  sale(333n, 1250n),
  sale(333n, 1250n, 'reversal'),
  { type: 'movement', at: '2026-11-21T10:00:00.000Z', id: 'm', kind: 'payoutRequest', title: 'PO-1001', amount: '-8.00' },
];
const FILE = writeStatementFile(buildStatement(HEAD, 150n, LINES, { amount: 800n, fee: 25n }), signer);

test('the sums follow from the lines, and a true file is found right', () => {
  const { statement, publicKey } = verifyStatementFile(Buffer.from(FILE), signer.publicKey);
  expect(publicKey).toBe(signer.publicKey);
  expect(statement).toMatchObject({
    opening: '1.50',
    sales: { gross: '13.33', commission: '2.42', net: '10.91', count: 2 },
    reversals: { gross: '3.33', commission: '0.42', net: '2.91', count: 1 },
    rates: [
      { rate: '12.50', gross: '0.00', commission: '0.00', net: '0.00', count: 2 },
      { rate: '20.00', gross: '10.00', commission: '2.00', net: '8.00', count: 1 },
    ],
    movements: { amount: '-8.00', count: 1 },
    closing: '1.50',
    paid: { amount: '8.00', fee: '0.25', net: '7.75' },
  });
});

test('a part that was taken back is computed from what was left of its sale', () => {
  const part = (gross: bigint, of: string): StatementLine =>
    saleLineOf(
      { type: 'reversal', at: '2026-11-20T10:00:00.000Z', id: 't', kind: 'refund', title: 'Étude', soldAt: '2026-11-13T10:00:00.000Z', of },
      gross,
      1250n,
    );
  // The commission is 0.42 of 3.33, and 0.35 of 2.83 and of 2.80.
  const lines = [sale(333n, 1250n), part(50n, '3.33'), part(3n, '2.83'), sale(280n, 1250n, 'reversal')];
  expect(lines.map((line) => ('commission' in line ? [line.gross, line.commission, line.net] : []))).toEqual([
    ['3.33', '0.42', '2.91'],
    ['0.50', '0.07', '0.43'],
    ['0.03', '0.00', '0.03'],
    ['2.80', '0.35', '2.45'],
  ]);
  const file = writeStatementFile(buildStatement(HEAD, 0n, lines, null), signer);
  const { statement } = verifyStatementFile(Buffer.from(file), signer.publicKey);
  expect(statement).toMatchObject({
    rates: [{ rate: '12.50', gross: '0.00', commission: '0.00', net: '0.00', count: 4 }],
    closing: '0.00',
  });
  expect(() => part(300n, '2.83')).toThrow('a part of less than itself');
  expect(() => verifyStatementFile(Buffer.from(file.replace('"of":"3.33"', '"of":"3.34"')), signer.publicKey)).toThrow(
    'don’t follow from the lines',
  );
});

test('a sale that was paid to the performer’s own account takes its commission, and a dispute that was won gives back', () => {
  const line = (type: 'sale' | 'reversal', gross: bigint, more: { of?: string; own?: boolean; kind?: string }): StatementLine =>
    saleLineOf(
      { type, at: '2026-11-20T10:00:00.000Z', id: 't', kind: 'tip', title: 'Étude', soldAt: '2026-11-13T10:00:00.000Z', ...more },
      gross,
      1250n,
    );
  // The commission is 0.42 of 3.33, and 0.35 of 2.83.
  const lines = [
    sale(1000n, 2000n),
    line('sale', 333n, { own: true }),
    line('reversal', 50n, { own: true, of: '3.33' }),
    line('reversal', 283n, { own: true }),
    line('reversal', -283n, { own: true, of: '0.00', kind: 'chargebackReversal' }),
    line('reversal', -333n, { of: '0.00', kind: 'chargebackReversal' }),
  ];
  const file = writeStatementFile(buildStatement(HEAD, 0n, lines, null), signer);
  const { statement } = verifyStatementFile(Buffer.from(file), signer.publicKey);
  expect(statement).toMatchObject({
    sales: { net: '8.00', count: 1 },
    reversals: { gross: '-3.33', commission: '-0.42', net: '-2.91', count: 1 },
    own: { gross: '2.83', commission: '0.35', net: '2.48', count: 4 },
    // 8.00 and 2.91, less the commission of 0.35.
    closing: '10.56',
  });
  expect(JSON.parse(file)).toMatchObject({ header: { format: 'stagedoor-payout-statement-3' } });
  expect(JSON.parse(FILE)).toMatchObject({ header: { format: 'stagedoor-payout-statement-2' } });
  // A line can't be moved to or from the site's own, nor the version be taken for another.
  for (const [from, to] of [
    [',"own":true', ''],
    ['"own":true', '"own":false'],
    ['"own":true', '"own":1'],
    ['statement-3', 'statement-2'],
  ] as const)
    expect(() => verifyStatementFile(Buffer.from(file.replace(from, to)), signer.publicKey)).toThrow('don’t follow from the lines');
});

test('one changed byte anywhere fails, and so do one more and one less', () => {
  const bytes = Buffer.from(FILE);
  for (let at = 0; at < bytes.length; at += 1) {
    for (const bit of [1, 128]) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= bit;
      expect(() => verifyStatementFile(changed), `byte ${at}`).toThrow(/statement|signature|amounts|signed|key/i);
    }
  }
  expect(() => verifyStatementFile(Buffer.concat([bytes, Buffer.from(' ')]))).toThrow('the file was changed');
  expect(() => verifyStatementFile(bytes.subarray(0, -1))).toThrow('the file was changed');
});

test('whoever signs changed figures with another key is found out by the site’s key', () => {
  const forger = createSigner(randomBytes(32));
  const forged = Buffer.from(writeStatementFile(buildStatement(HEAD, 999_999n, LINES, { amount: 800n, fee: 0n }), forger));
  expect(verifyStatementFile(forged).publicKey).toBe(forger.publicKey);
  expect(() => verifyStatementFile(forged, signer.publicKey)).toThrow('another key');
});

test('amounts are written and read exactly', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), (amount) => {
      expect(hundredthsOf(decimalOf(amount))).toBe(amount);
    }),
  );
  for (const wrong of ['1', '1.0', '01.00', '1.000', '-', '', 'NaN', '1e3', 1, null]) expect(() => hundredthsOf(wrong)).toThrow(RangeError);
});

test('a sale’s commission and net sum to its gross, at any rate', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.bigInt({ min: 0n, max: 10_000n }), (gross, rate) => {
      const line = sale(gross, rate);
      if (line.type === 'movement') throw new Error('not a sale');
      expect(hundredthsOf(line.commission) + hundredthsOf(line.net)).toBe(gross);
    }),
  );
});

test('the same key makes the same signature, so that a file can be made again', () => {
  const seed = randomBytes(32);
  expect(createSigner(seed).sign('a')).toBe(createSigner(seed).sign('a'));
});
