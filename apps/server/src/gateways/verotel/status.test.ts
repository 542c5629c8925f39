import { expect, test } from 'vitest';
import { noticeOfStatus, readStatus } from './status.ts';

const ORDER = '0190a1b2-0000-7000-8000-000000000001';
const LINES = [
  'response: FOUND',
  'saleResult: APPROVED',
  'saleID: 456789',
  'type: purchase',
  'priceAmount: 12.64',
  'priceCurrency: EUR',
  'email: a@x.test',
];
const noticeOf = (text: string, reference = ORDER) => {
  const status = readStatus(text);
  return status.state === 'found' ? noticeOfStatus(status.fields, reference) : status.state;
};

test.each([
  ['lines', LINES.join('\n')],
  ['lines of Windows, with a header', `---\r\n${LINES.join('\r\n')}\r\n`],
  ['quoted values', LINES.join('\n').replace('APPROVED', "'APPROVED'").replace('12.64', '"12.64"')],
  ['other cases', LINES.join('\n').replace('FOUND', 'found').replace('APPROVED', 'approved').replace('saleID', 'saleId')],
  ['equals signs', LINES.join('\n').replaceAll(': ', '=')],
  [
    'JSON',
    JSON.stringify({
      response: 'FOUND',
      saleResult: 'APPROVED',
      saleID: 456789,
      type: 'purchase',
      priceAmount: '12.64',
      priceCurrency: 'EUR',
      email: null,
    }),
  ],
  ['no response', LINES.slice(1).join('\n')],
])('an approved sale is read from %s', (_how, text) => {
  expect(noticeOf(text)).toMatchObject({
    event: 'approved',
    eventKey: '456789:approved',
    orderId: ORDER,
    paymentId: '456789',
    saleId: '456789',
    subscriptionId: null,
    amount: 1264n,
    currency: 'EUR',
    facts: ['statusReadable'],
  });
});

test('a subscription with a trial was charged the trial’s amount', () => {
  const text = [...LINES, 'subscriptionType: recurring', 'trialAmount: 5.00', 'nextChargeOn: 2030-01-31']
    .join('\n')
    .replace('purchase', 'subscription');
  expect(noticeOf(text, `${ORDER}-2`)).toMatchObject({
    orderId: ORDER,
    subscriptionId: '456789',
    amount: 500n,
    paidUntil: new Date('2030-01-31T23:59:59.000Z'),
  });
});

test('no person is stored', () => {
  expect(
    JSON.stringify(noticeOf(LINES.join('\n')), (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain('x.test');
});

test.each([
  'response: NOTFOUND',
  'response: NOT_FOUND',
  'response: not found',
  'error: Sale not found',
  'response: ERROR\nerror: No such sale',
])('%s is no sale', (text) => {
  expect(noticeOf(text)).toBe('none');
});

test('an error is a refusal to answer', () => {
  expect(readStatus('response: ERROR\nerror: Invalid signature')).toEqual({ state: 'refused', error: 'Invalid signature' });
  expect(readStatus('error: shopID missing')).toEqual({ state: 'refused', error: 'shopID missing' });
});

test.each(['', '<html><body>Maintenance</body></html>', 'saleResult: APPROVED', 'response: SOMETHING\nsaleID: 1', '{', '[]', 'null'])(
  '%j can’t be read',
  (text) => {
    expect(noticeOf(text)).toBe('unreadable');
  },
);

test.each(['saleResult: DECLINED', 'saleResult: PENDING', 'saleResult: NOT APPROVED', 'saleResult:', ''])(
  'a sale with %j isn’t approved',
  (result) => {
    expect(noticeOf(LINES.with(1, result).join('\n'))).toBeNull();
  },
);

test('a reply about another sale isn’t taken', () => {
  expect(noticeOf([...LINES, 'referenceID: another'].join('\n'))).toBeNull();
  expect(noticeOf([...LINES, `referenceID: ${ORDER}`].join('\n'))).toMatchObject({ event: 'approved' });
});
