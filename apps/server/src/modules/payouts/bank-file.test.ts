import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { type BankPayment, bankFileOf, plainText } from './bank-file.ts';
import { payableText } from './payable-text.ts';
import { paypalFileOf } from './paypal-file.ts';

// Each file is validated against the schema of ISO 20022. What the schema lets pass and banks refuse (the guidelines for SEPA) is checked apart.

const schema = { fileName: 'pain.001.001.09.xsd', contents: await readFile(new URL('fixtures/pain.001.001.09.xsd', import.meta.url)) };

/** What the schema finds wrong in each of the files. */
const problemsOf = async (...files: string[]): Promise<string[]> => {
  const xml = files.map((contents, index) => ({ fileName: `${index}.xml`, contents }));
  const { valid, errors } = await validateXML({ xml, schema });
  expect(errors.length === 0).toBe(valid);
  return errors.map(({ message }) => message);
};

/** Longest texts of SEPA (the schema has 140 for names), and the characters that every bank of SEPA takes. */
const LENGTHS: Record<string, number> = { Nm: 70, Ustrd: 140 };
const SEPA_TEXT = /^[A-Za-z0-9/?:().,'+-]( ?[A-Za-z0-9/?:().,'+-])*$/;

const textsIn = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(([, text]) => text!.replaceAll('&apos;', "'"));
const groupsIn = (xml: string): string[] => [...xml.matchAll(/<PmtInf>[^]*?<\/PmtInf>/g)].map(([group]) => group);
const headerIn = (xml: string): string => xml.slice(0, xml.indexOf('<PmtInf>'));

/** What breaks the guidelines for SEPA, of any file. */
const broken = (xml: string): string[] => [
  ...Object.entries(LENGTHS).flatMap(([name, length]) =>
    textsIn(xml, name).filter((text) => text.length > length || !SEPA_TEXT.test(text)),
  ),
  ...['MsgId', 'PmtInfId', 'InstrId', 'EndToEndId'].flatMap((name) => textsIn(xml, name).filter((id) => !/^[A-Z]+(-[A-Z0-9]+)+$/.test(id))),
  ...['InstdAmt', 'CtrlSum'].flatMap((name) => textsIn(xml, name).filter((sum) => !/^\d+\.\d{2}$/.test(sum))),
  ...textsIn(xml, 'CreDtTm').filter((instant) => !instant.endsWith('Z')),
];

const SEPA: BankPayment = {
  reference: 'PO-1001',
  amount: 184_260n,
  holderName: 'Zoë Łukasz & Søn <"x">',
  bankName: 'B',
  country: 'PT',
  iban: 'PT50000201231234567890154',
};
const PAYMENTS: BankPayment[] = [
  SEPA,
  {
    reference: 'PO-1002',
    amount: 2_001n,
    holderName: '林 美',
    bankName: 'B',
    country: 'DE',
    iban: 'DE89370400440532013000',
    swift: 'COBADEFFXXX',
  },
  {
    reference: 'PO-1003',
    amount: 500n,
    holderName: 'Ann',
    bankName: 'First & Co',
    country: 'US',
    accountNumber: '12345678',
    routingNumber: '021000021',
  },
  {
    reference: 'PO-1004',
    amount: 700n,
    holderName: 'Bea',
    bankName: '銀行',
    country: 'AU',
    accountNumber: '12345678',
    routingNumber: '110000',
  },
];
const fileOf = (currency: string, payments: readonly BankPayment[] = PAYMENTS, bic = 'COBADEFF') =>
  bankFileOf({
    reference: 'PB-7',
    currency,
    createdAt: new Date('2026-11-24T21:00:00.000Z'),
    payer: { name: 'Bühne & Söhne GmbH', iban: 'DE89370400440532013000', bic },
    siteName: 'Stagedoor “Live”',
    payments,
  });
const many = (count: number): BankPayment[] =>
  Array.from({ length: count }, (_, index) => ({
    ...PAYMENTS[index % PAYMENTS.length]!,
    reference: `PO-${1001 + index}`,
    amount: BigInt(index + 1),
  }));

test.each([
  ['of both kinds, in euros', fileOf('EUR')],
  ['in another currency', fileOf('USD', PAYMENTS, '')],
  ['of SEPA alone, without the payer’s BIC', fileOf('EUR', [SEPA], '')],
  ['of others alone', fileOf('EUR', PAYMENTS.slice(2))],
  ['of as many as a batch may have', fileOf('EUR', many(500))],
  [
    'of the highest and the lowest amount',
    fileOf('EUR', [
      { ...SEPA, amount: 99_999_999_999n },
      { ...SEPA, amount: 1n },
    ]),
  ],
  [
    'with the longest details',
    fileOf('EUR', [
      {
        ...PAYMENTS[2]!,
        holderName: 'x'.repeat(120),
        bankName: 'y'.repeat(120),
        accountNumber: '1'.repeat(34),
        routingNumber: '2'.repeat(30),
      },
    ]),
  ],
])('a file %s is valid by the schema and by the guidelines for SEPA', async (_, file) => {
  expect(await problemsOf(file)).toEqual([]);
  expect(broken(file)).toEqual([]);
});

test('a file of whatever names is valid', async () => {
  const odd = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.string({ unit: 'grapheme', maxLength: 120 }),
    fc.string({ maxLength: 120 }),
  );
  const names = [
    ...fc.sample(odd, { seed: 20_022, numRuns: 400 }),
    ']]>',
    '<!--',
    '&amp;',
    '\u0000',
    '\uD800',
    '\uFFFE',
    '/a//b/',
    "d'Or",
    ' ',
    '',
  ];
  const files = ['EUR', 'USD'].map((currency) =>
    fileOf(
      currency,
      many(names.length).map((payment, index) => ({ ...payment, holderName: names[index]!, bankName: names.at(-index)! })),
    ),
  );
  expect(await problemsOf(...files)).toEqual([]);
  expect(files.flatMap(broken)).toEqual([]);
});

test.each<[name: string, from: string, to: string, problem: string]>([
  ['lacks an element', '<PmtMtd>TRF</PmtMtd>', '', 'Expected is ( {urn:iso:std:iso:20022:tech:xsd:pain.001.001.09}PmtMtd )'],
  ['has a wrong BIC', 'COBADEFF<', 'x<', "The value 'x' is not accepted by the pattern"],
  ['has an element twice', '<PmtMtd>TRF</PmtMtd>', '<PmtMtd>TRF</PmtMtd><PmtMtd>TRF</PmtMtd>', 'This element is not expected'],
  ['has an empty account', '<Id>12345678</Id>', '<Id></Id>', "underruns the allowed minimum length of '1'"],
  ['is of another version', 'pain.001.001.09', 'pain.001.001.03', 'No matching global declaration available'],
  ['isn’t closed', '</PmtInf>', '', 'Opening and ending tag mismatch'],
])('the schema finds a file that %s', async (_, from, to, problem) => {
  const problems = await problemsOf(fileOf('EUR').replace(from, to));
  expect(problems.join('\n')).toContain(problem);
});

test('the guidelines find what the schema lets pass', async () => {
  const file = fileOf('EUR')
    .replace('<Nm>Zoe Lukasz Son x</Nm>', `<Nm>${'x'.repeat(71)}</Nm>`)
    .replace('<Nm>Buhne Sohne GmbH</Nm>', '<Nm>Bühne</Nm>')
    .replace('>20.01<', '>20.011<');
  expect(await problemsOf(file)).toEqual([]);
  expect(broken(file)).toEqual(['Bühne', 'x'.repeat(71), '20.011']);
});

test('counts and sums are those of the payments, in each group and in all', () => {
  const file = fileOf('EUR');
  const header = headerIn(file);
  expect([textsIn(header, 'NbOfTxs'), textsIn(header, 'CtrlSum')]).toEqual([['4'], ['1874.61']]);
  const groups = groupsIn(file);
  expect(groups.map((group) => [textsIn(group, 'PmtInfId'), textsIn(group, 'NbOfTxs'), textsIn(group, 'CtrlSum')])).toEqual([
    [['PB-7-S'], ['2'], ['1862.61']],
    [['PB-7-O'], ['2'], ['12.00']],
  ]);
  expect(groups.map((group) => [textsIn(group, 'Cd'), textsIn(group, 'ChrgBr')])).toEqual([
    [['SEPA'], ['SLEV']],
    [['USABA'], []],
  ]);
  expect(textsIn(groups[0]!, 'Nm')).toEqual(['Buhne Sohne GmbH', 'Zoe Lukasz Son x', 'PO-1002']);
  expect(textsIn(groups[1]!, 'Nm')).toEqual(['Buhne Sohne GmbH', 'First Co', 'Ann', 'Bank', 'Bea']);
});

test('amounts have the currency of the site; only euros to an IBAN are SEPA', () => {
  expect([...fileOf('USD').matchAll(/<InstdAmt Ccy="(\w+)">/g)].map(([, currency]) => currency)).toEqual(['USD', 'USD', 'USD', 'USD']);
  expect(groupsIn(fileOf('USD')).map((group) => textsIn(group, 'PmtInfId'))).toEqual([['PB-7-O']]);
});

test('the same batch makes the same file', () => {
  expect(fileOf('EUR')).toBe(fileOf('EUR'));
});

test('texts are those that banks take', () => {
  expect(plainText('Ærø — Straße / "Ünïcode" <&>', 70)).toBe('AEro Strasse / Unicode');
  expect(plainText('x'.repeat(100), 70)).toHaveLength(70);
  expect(plainText('林', 70)).toBe('');
});

test('PayPal’s file has one line a payment', () => {
  expect(paypalFileOf('USD', 'The "Stage"', [{ reference: 'PO-1', email: '+ann@example.org', amount: 2450n }])).toBe(
    '"+ann@example.org",24.50,USD,PO-1,"PO-1 The ""Stage""",PAYPAL\r\n',
  );
});

test('whole currencies have no decimals in the files of banks and of PayPal', () => {
  expect(paypalFileOf('JPY', 'Stage', [{ reference: 'PO-1', email: 'ann@example.org', amount: 245_000n }])).toContain(',2450,JPY,');
  expect([payableText(245_000n, 'JPY'), payableText(2450n, 'USD'), payableText(2450n, 'KWD')]).toEqual(['2450', '24.50', '24.50']);
});
