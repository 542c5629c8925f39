import { expect, test } from 'vitest';
import { checkSignature, signatureOf, signedAddress, signedText } from './signature.ts';

const KEY = 'EXAMPLEKEY';
const pairs = (text: string): [string, string][] => text.split('&').map((pair) => pair.split(/=(.*)/s).slice(0, 2) as [string, string]);

const POSTBACK =
  'type=subscription&truncatedPAN=XXXXXXXXXXXX1234&transactionID=1001&subscriptionType=recurring&shopID=12345&saleID=456789&referenceID=sub_1&priceCurrency=EUR&priceAmount=12.64&period=P30D&paymentMethod=CC&nextChargeOn=2030-01-31&event=initial&custom1=u42&CCBrand=VISA';
const SHA256 = '9b7b2b22cac79a70325d890fb6cd86b5b8cb92d5c5ebba8d5b8ed2190ca1ec16';
const SHA1 = '14c4ad56ea43beb1f586941b17e7e85364f0ecb1';

test.each([
  [
    'a purchase',
    'custom1=u42&declineURL=https://x.test/ko&description=Test item&priceAmount=9.99&priceCurrency=USD&referenceID=ord_1001&shopID=12345&successURL=https://x.test/ok&type=purchase&version=4',
    '2fd18d96183a2baaff41f11c34db9e0b633a7c56bd4967fa83eb7900acdbce64',
  ],
  [
    'a subscription with a trial',
    'custom1=u42&name=Monthly&period=P30D&priceAmount=12.64&priceCurrency=EUR&referenceID=sub_1&shopID=12345&subscriptionType=recurring&trialAmount=5.00&trialPeriod=P7D&type=subscription&version=4',
    'aefabf8ee113b2f1e30671940191f1e42c0bbbfee3467f97e54ddee330374433',
  ],
  [
    'the page of a cancellation',
    'saleID=456789&shopID=12345&version=4',
    '52d4d27f3f8f89c6f04f46a21315447605d9341c94c756996f438cd1b110c817',
  ],
  ['a status', 'referenceID=sub_1&shopID=12345&version=4', 'b959179b1a01ece6c357a93b421f9078ea70c5d9910a28a18f29751573d279a0'],
  ['a postback', POSTBACK, SHA256],
])('%s is signed as in the reference, in any order of its parameters', (_what, query, signature) => {
  expect(signatureOf('sha256', KEY, pairs(query))).toBe(signature);
  expect(signatureOf('sha256', KEY, pairs(query).toReversed())).toBe(signature);
});

test('capitals sort before other letters', () => {
  expect(
    signedText(KEY, [
      ['custom1', 'a'],
      ['CCBrand', 'VISA'],
      ['Z', '1'],
    ]),
  ).toBe('EXAMPLEKEY:CCBrand=VISA:Z=1:custom1=a');
});

test('values are signed as they are, and escaped in the address; empty ones are left out, email isn’t signed', () => {
  const address = new URL(
    signedAddress(
      'https://company.example/startorder',
      { name: 'Ñandú & más', email: 'a@x.test', custom1: '', saleID: '0' },
      { hash: 'sha256', key: KEY },
    ),
  );
  expect(address.searchParams.get('name')).toBe('Ñandú & más');
  expect(address.searchParams.has('custom1')).toBe(false);
  expect(address.searchParams.get('signature')).toBe(
    signatureOf('sha256', KEY, [
      ['saleID', '0'],
      ['name', 'Ñandú & más'],
    ]),
  );
});

const check = (signature: string | undefined, more: [string, string][] = [], keys = [KEY]) =>
  checkSignature(
    new Map([...pairs(POSTBACK), ...more, ...(signature === undefined ? [] : [['signature', signature] as [string, string]])]),
    keys,
  );

test('a postback is right by either hash, in either case, and by the previous key', () => {
  expect([check(SHA256), check(SHA256.toUpperCase()), check(SHA256, [], ['another', KEY])]).toEqual([
    { hash: 'sha256', unsigned: [] },
    { hash: 'sha256', unsigned: [] },
    { hash: 'sha256', unsigned: [] },
  ]);
  expect(check(SHA1)).toEqual({ hash: 'sha1', unsigned: [] });
});

test('email and version may be left out of the signature, and nothing else', () => {
  expect(
    check(SHA256, [
      ['email', 'a@x.test'],
      ['version', '4'],
    ]),
  ).toMatchObject({ unsigned: ['email', 'version'] });
  expect(check(SHA256, [['email', 'a@x.test']])).toMatchObject({ unsigned: ['email'] });
  expect(check(SHA256, [['oneClickToken', 'abc']])).toMatchObject({ unsigned: ['oneClickToken'] });
  expect(check(SHA256, [['custom2', 'x']])).toBeNull();
});

test('nothing else is right', () => {
  expect([check(undefined), check(''), check(SHA256.slice(1)), check('é'.repeat(64)), check(SHA256, [], ['another'])]).toEqual(
    Array.from({ length: 5 }, () => null),
  );
  // Without a key, a text that anybody can compute isn't a signature.
  expect(check(signatureOf('sha256', '', pairs(POSTBACK)), [], ['', ''])).toBeNull();
});
