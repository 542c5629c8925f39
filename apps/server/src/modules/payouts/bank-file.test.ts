import { expect, test } from 'vitest';
import { type BankPayment, bankFileOf, plainText } from './bank-file.ts';
import { paypalFileOf } from './paypal-file.ts';

// The file is read back and held against the rules of the schema pain.001.001.09 for every element it uses: which there may be, in which
// order, how often, and what their texts look like.

interface Node {
  name: string;
  text: string;
  children: Node[];
  attributes: Record<string, string>;
}

const UNESCAPED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescaped = (text: string): string => text.replace(/&(\w+);/g, (_, name: string) => UNESCAPED[name]!);

/** Reads well-formed XML of elements, attributes and text. @throws Error for anything else */
const parse = (xml: string): Node => {
  const root: Node = { name: '', text: '', children: [], attributes: {} };
  const open: Node[] = [root];
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  for (const [whole, closing, name, attributes = '', text] of body.matchAll(/<(\/?)(\w+)((?: \w+="[^"<]*")*)>|([^<]+)/g)) {
    const node = open.at(-1)!;
    if (text !== undefined) node.text += unescaped(text);
    else if (closing === '/') {
      if (open.pop()!.name !== name) throw new Error(`${whole} closes another element`);
    } else {
      const pairs = [...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key!, unescaped(value!)]);
      const child: Node = { name: name!, text: '', children: [], attributes: Object.fromEntries(pairs) as Record<string, string> };
      node.children.push(child);
      open.push(child);
    }
  }
  if (open.length !== 1 || root.children.length !== 1) throw new Error('not one whole document');
  return root.children[0]!;
};

type Rule = RegExp | readonly (readonly [name: string, occurs: '1' | '?' | '+', rule: Rule])[];

const TEXT_35 = /^(?=.{1,35}$)\S(.*\S)?$/;
const TEXT_70 = /^(?=.{1,70}$)\S(.*\S)?$/;
const NUMBER = /^\d{1,15}$/;
const SUM = /^\d{1,13}\.\d{2}$/;
const BIC = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/;
const IBAN = /^[A-Z]{2}\d{2}[a-zA-Z0-9]{1,30}$/;
const NAME: Rule = [['Nm', '1', TEXT_70]];
/** BICFI, ClrSysMmbId, Nm, PstlAdr, Othr: in this order. */
const AGENT: Rule = [
  [
    'FinInstnId',
    '1',
    [
      ['BICFI', '?', BIC],
      [
        'ClrSysMmbId',
        '?',
        [
          ['ClrSysId', '?', [['Cd', '1', /^[A-Z0-9]{1,5}$/]]],
          ['MmbId', '1', TEXT_35],
        ],
      ],
      ['Nm', '?', TEXT_70],
      ['PstlAdr', '?', [['Ctry', '1', /^[A-Z]{2}$/]]],
      ['Othr', '?', [['Id', '1', TEXT_35]]],
    ],
  ],
];
const ACCOUNT: Rule = [
  [
    'Id',
    '1',
    [
      ['IBAN', '?', IBAN],
      ['Othr', '?', [['Id', '1', /^.{1,34}$/]]],
    ],
  ],
];
const PAIN: Rule = [
  [
    'CstmrCdtTrfInitn',
    '1',
    [
      [
        'GrpHdr',
        '1',
        [
          ['MsgId', '1', TEXT_35],
          ['CreDtTm', '1', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/],
          ['NbOfTxs', '1', NUMBER],
          ['CtrlSum', '?', SUM],
          ['InitgPty', '1', NAME],
        ],
      ],
      [
        'PmtInf',
        '+',
        [
          ['PmtInfId', '1', TEXT_35],
          ['PmtMtd', '1', /^TRF$/],
          ['NbOfTxs', '?', NUMBER],
          ['CtrlSum', '?', SUM],
          ['PmtTpInf', '?', [['SvcLvl', '1', [['Cd', '1', /^SEPA$/]]]]],
          ['ReqdExctnDt', '1', [['Dt', '1', /^\d{4}-\d\d-\d\d$/]]],
          ['Dbtr', '1', NAME],
          ['DbtrAcct', '1', ACCOUNT],
          ['DbtrAgt', '1', AGENT],
          ['ChrgBr', '?', /^SLEV$/],
          [
            'CdtTrfTxInf',
            '+',
            [
              [
                'PmtId',
                '1',
                [
                  ['InstrId', '?', TEXT_35],
                  ['EndToEndId', '1', TEXT_35],
                ],
              ],
              ['Amt', '1', [['InstdAmt', '1', SUM]]],
              ['CdtrAgt', '?', AGENT],
              ['Cdtr', '1', NAME],
              ['CdtrAcct', '1', ACCOUNT],
              ['RmtInf', '?', [['Ustrd', '+', /^.{1,140}$/]]],
            ],
          ],
        ],
      ],
    ],
  ],
];

/** Whatever breaks the rules, with its path. */
const problemsOf = (node: Node, rule: Rule, path = node.name): string[] => {
  if (rule instanceof RegExp) return node.children.length === 0 && rule.test(node.text) ? [] : [`${path}: ${node.text}`];
  if (node.text.trim() !== '') return [`${path}: text between elements`];
  const known = rule.map(([name]) => name);
  const places = node.children.map(({ name }) => known.indexOf(name));
  const misplaced = places.some((place, index) => place < 0 || (index > 0 && place < places[index - 1]!));
  return [
    ...(misplaced ? [`${path}: ${node.children.map(({ name }) => name).join(', ')}`] : []),
    ...rule.flatMap(([name, occurs, inner]) => {
      const found = node.children.filter((child) => child.name === name);
      const isMany = found.length > 1 && occurs !== '+';
      const isMissing = found.length === 0 && occurs !== '?';
      return [
        ...(isMany || isMissing ? [`${path}/${name}: ${found.length} times`] : []),
        ...found.flatMap((child, index) => problemsOf(child, inner, `${path}/${name}[${index}]`)),
      ];
    }),
  ];
};
const at = (node: Node, ...names: string[]): Node[] =>
  names.reduce<Node[]>((nodes, name) => nodes.flatMap(({ children }) => children.filter((child) => child.name === name)), [node]);
const textsAt = (node: Node, ...names: string[]): string[] => at(node, ...names).map(({ text }) => text);

const PAYMENTS: BankPayment[] = [
  {
    reference: 'PO-1001',
    amount: 184_260n,
    holderName: 'Zoë Łukasz & Søn <"x">',
    bankName: 'B',
    country: 'PT',
    iban: 'PT50000201231234567890154',
  },
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
    bankName: 'B',
    country: 'AU',
    accountNumber: '12345678',
    routingNumber: '110000',
  },
];
const fileOf = (currency: string, payments = PAYMENTS, bic = 'COBADEFF') =>
  bankFileOf({
    reference: 'PB-7',
    currency,
    createdAt: new Date('2026-11-24T21:00:00.000Z'),
    payer: { name: 'Bühne & Söhne GmbH', iban: 'DE89370400440532013000', bic },
    siteName: 'Stagedoor “Live”',
    payments,
  });

test.each([
  ['EUR', PAYMENTS, 'COBADEFF'],
  ['USD', PAYMENTS, ''],
  ['EUR', PAYMENTS.slice(0, 1), ''],
  ['EUR', PAYMENTS.slice(2), 'COBADEFF'],
] as const)('a file in %s keeps the rules of the schema', (currency, payments, bic) => {
  const document = parse(fileOf(currency, [...payments], bic));
  expect(document.attributes['xmlns']).toBe('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09');
  expect(problemsOf(document, PAIN)).toEqual([]);
  const amounts = at(document, 'CstmrCdtTrfInitn', 'PmtInf', 'CdtTrfTxInf', 'Amt', 'InstdAmt');
  expect(amounts.map(({ attributes }) => attributes['Ccy'])).toEqual(payments.map(() => currency));
  // One account each, either kind of id.
  expect(at(document, 'CstmrCdtTrfInitn', 'PmtInf', 'CdtTrfTxInf', 'CdtrAcct', 'Id').map(({ children }) => children.length)).toEqual(
    payments.map(() => 1),
  );
});

test('counts and sums are those of the payments, in each group and in all', () => {
  const document = parse(fileOf('EUR'));
  const [header] = at(document, 'CstmrCdtTrfInitn', 'GrpHdr');
  expect([textsAt(header!, 'NbOfTxs'), textsAt(header!, 'CtrlSum')]).toEqual([['4'], ['1874.61']]);
  const groups = at(document, 'CstmrCdtTrfInitn', 'PmtInf');
  expect(groups.map((group) => [textsAt(group, 'PmtInfId'), textsAt(group, 'NbOfTxs'), textsAt(group, 'CtrlSum')])).toEqual([
    [['PB-7-S'], ['2'], ['1862.61']],
    [['PB-7-O'], ['2'], ['12.00']],
  ]);
  expect(groups.map((group) => at(group, 'PmtTpInf').length)).toEqual([1, 0]);
  expect(textsAt(groups[0]!, 'CdtTrfTxInf', 'Cdtr', 'Nm')).toEqual(['Zoe Lukasz Son x', 'PO-1002']);
  expect(textsAt(groups[1]!, 'CdtTrfTxInf', 'CdtrAgt', 'FinInstnId', 'ClrSysMmbId', 'ClrSysId', 'Cd')).toEqual(['USABA']);
});

test('the rules find what is wrong', () => {
  const broken = fileOf('EUR').replace('<PmtMtd>TRF</PmtMtd>', '').replace('COBADEFF<', 'x<');
  expect(problemsOf(parse(broken), PAIN)).toHaveLength(2);
  expect(() => parse(fileOf('EUR').replace('</PmtInf>', ''))).toThrow('closes another element');
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
