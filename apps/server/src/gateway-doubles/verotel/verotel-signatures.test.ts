import { expect, test } from 'vitest';
import { sign, signRequest } from './verotel-signatures.ts';

const KEY = 'EXAMPLEKEY';

test('signs a purchase, and leaves empty and unsigned parameters out', () => {
  const order = {
    version: '4',
    shopID: '12345',
    type: 'purchase',
    priceAmount: '9.99',
    priceCurrency: 'USD',
    description: 'Test item',
    referenceID: 'ord_1001',
    custom1: 'u42',
    custom2: '',
    successURL: 'https://x.test/ok',
    declineURL: 'https://x.test/ko',
    email: 'buyer@example.test',
    oneClickToken: 'token',
  };
  expect(signRequest(order, KEY, 'sha256')).toBe('2fd18d96183a2baaff41f11c34db9e0b633a7c56bd4967fa83eb7900acdbce64');
});

test('signs a recurring subscription with a trial', () => {
  const order = {
    custom1: 'u42',
    name: 'Monthly',
    period: 'P30D',
    priceAmount: '12.64',
    priceCurrency: 'EUR',
    referenceID: 'sub_1',
    shopID: '12345',
    subscriptionType: 'recurring',
    trialAmount: '5.00',
    trialPeriod: 'P7D',
    type: 'subscription',
    version: '4',
  };
  expect(signRequest(order, KEY, 'sha256')).toBe('aefabf8ee113b2f1e30671940191f1e42c0bbbfee3467f97e54ddee330374433');
});

test('signs the cancel page and the status call', () => {
  const cancel = { shopID: '12345', version: '4', saleID: '456789' };
  expect(signRequest(cancel, KEY, 'sha256')).toBe('52d4d27f3f8f89c6f04f46a21315447605d9341c94c756996f438cd1b110c817');
  const status = { shopID: '12345', version: '4', referenceID: 'sub_1' };
  expect(signRequest(status, KEY, 'sha256')).toBe('b959179b1a01ece6c357a93b421f9078ea70c5d9910a28a18f29751573d279a0');
});

test('signs a postback with capitals first, by either hash', () => {
  const postback = {
    custom1: 'u42',
    event: 'initial',
    nextChargeOn: '2030-01-31',
    paymentMethod: 'CC',
    CCBrand: 'VISA',
    period: 'P30D',
    priceAmount: '12.64',
    priceCurrency: 'EUR',
    referenceID: 'sub_1',
    saleID: '456789',
    shopID: '12345',
    subscriptionType: 'recurring',
    transactionID: '1001',
    truncatedPAN: 'XXXXXXXXXXXX1234',
    type: 'subscription',
  };
  expect(sign(postback, KEY, 'sha256')).toBe('9b7b2b22cac79a70325d890fb6cd86b5b8cb92d5c5ebba8d5b8ed2190ca1ec16');
  expect(sign(postback, KEY, 'sha1')).toBe('14c4ad56ea43beb1f586941b17e7e85364f0ecb1');
});
