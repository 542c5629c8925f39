import { payableText } from './payable-text.ts';

// The file by which a bank pays a batch: a customer credit transfer initiation of ISO 20022, pain.001.001.09. With an IBAN and in euros
// each payment is a SEPA credit transfer; the others are ordinary transfers, in a group of their own.

export interface Payer {
  name: string;
  iban: string;
  /** Empty where the bank doesn't need it. */
  bic: string;
}

export interface BankPayment {
  reference: string;
  amount: bigint;
  holderName: string;
  bankName: string;
  country: string;
  iban?: string | undefined;
  accountNumber?: string | undefined;
  routingNumber?: string | undefined;
  swift?: string | undefined;
}

export interface BankBatch {
  reference: string;
  currency: string;
  createdAt: Date;
  payer: Payer;
  siteName: string;
  payments: readonly BankPayment[];
}

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
const NAME_LENGTH = 70;

/** Letters that aren't one of the alphabet with an accent. */
const LATIN: Record<string, string> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  œ: 'oe',
  Œ: 'OE',
};

/** What banks take in SEPA: Latin letters, digits and few signs. Letters lose their accents, other signs become spaces. */
export const plainText = (value: string, length: number): string =>
  value
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßẞæÆøØłŁđĐœŒ]/g, (letter) => LATIN[letter]!)
    .replace(/[^A-Za-z0-9/?:().,'+ -]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, length)
    .trim();

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' })[sign]!);

type Element = [name: string, content: string | readonly Element[], attributes?: Record<string, string>];

const write = ([name, content, attributes = {}]: Element, depth: number): string => {
  const indent = '  '.repeat(depth);
  const listed = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join('');
  if (typeof content === 'string') return `${indent}<${name}${listed}>${escaped(content)}</${name}>\n`;
  return `${indent}<${name}${listed}>\n${content.map((one) => write(one, depth + 1)).join('')}${indent}</${name}>\n`;
};

const sumOf = (payments: readonly BankPayment[]): bigint => payments.reduce((sum, { amount }) => sum + amount, 0n);

/** A name that banks take; where nothing is left of it (another script), what stands for it. */
const nameOr = (name: string, otherwise: string): string => plainText(name, NAME_LENGTH) || otherwise;

const bankOf = ({ swift, routingNumber, bankName, country }: BankPayment): Element[] => {
  if (swift) return [['CdtrAgt', [['FinInstnId', [['BICFI', swift]]]]]];
  if (!routingNumber) return [];
  const clearing: Element[] =
    country === 'US'
      ? [
          [
            'ClrSysMmbId',
            [
              ['ClrSysId', [['Cd', 'USABA']]],
              ['MmbId', routingNumber],
            ],
          ],
        ]
      : [['ClrSysMmbId', [['MmbId', routingNumber]]]];
  return [['CdtrAgt', [['FinInstnId', [...clearing, ['Nm', nameOr(bankName, 'Bank')], ['PstlAdr', [['Ctry', country]]]]]]]];
};

const paymentOf = (payment: BankPayment, currency: string, siteName: string): Element => [
  'CdtTrfTxInf',
  [
    [
      'PmtId',
      [
        ['InstrId', payment.reference],
        ['EndToEndId', payment.reference],
      ],
    ],
    ['Amt', [['InstdAmt', payableText(payment.amount, currency), { Ccy: currency }]]],
    ...bankOf(payment),
    ['Cdtr', [['Nm', nameOr(payment.holderName, payment.reference)]]],
    ['CdtrAcct', [['Id', payment.iban ? [['IBAN', payment.iban]] : [['Othr', [['Id', payment.accountNumber ?? '']]]]]]],
    ['RmtInf', [['Ustrd', plainText(`${payment.reference} ${siteName}`, 140)]]],
  ],
];

const groupOf = (batch: BankBatch, id: string, payments: readonly BankPayment[], isSepa: boolean): Element => {
  const { payer, createdAt, currency, siteName } = batch;
  return [
    'PmtInf',
    [
      ['PmtInfId', id],
      ['PmtMtd', 'TRF'],
      ['NbOfTxs', String(payments.length)],
      ['CtrlSum', payableText(sumOf(payments), currency)],
      ...(isSepa ? [['PmtTpInf', [['SvcLvl', [['Cd', 'SEPA']]]]] satisfies Element] : []),
      ['ReqdExctnDt', [['Dt', createdAt.toISOString().slice(0, 10)]]],
      ['Dbtr', [['Nm', nameOr(payer.name, 'Payer')]]],
      ['DbtrAcct', [['Id', [['IBAN', payer.iban]]]]],
      ['DbtrAgt', [['FinInstnId', payer.bic ? [['BICFI', payer.bic]] : [['Othr', [['Id', 'NOTPROVIDED']]]]]]],
      ...(isSepa ? [['ChrgBr', 'SLEV'] satisfies Element] : []),
      ...payments.map((payment) => paymentOf(payment, currency, siteName)),
    ],
  ];
};

/** The file of a batch. The same batch always makes the same file, by whose ids banks find out repetitions. */
export const bankFileOf = (batch: BankBatch): string => {
  const { reference, createdAt, payer, payments, currency } = batch;
  const isSepa = ({ iban }: BankPayment): boolean => currency === 'EUR' && iban !== undefined && iban !== '';
  const groups = [true, false].flatMap((sepa) => {
    const some = payments.filter((payment) => isSepa(payment) === sepa);
    return some.length === 0 ? [] : [groupOf(batch, `${reference}-${sepa ? 'S' : 'O'}`, some, sepa)];
  });
  const document: Element = [
    'Document',
    [
      [
        'CstmrCdtTrfInitn',
        [
          [
            'GrpHdr',
            [
              ['MsgId', reference],
              ['CreDtTm', createdAt.toISOString()],
              ['NbOfTxs', String(payments.length)],
              ['CtrlSum', payableText(sumOf(payments), currency)],
              ['InitgPty', [['Nm', nameOr(payer.name, 'Payer')]]],
            ],
          ],
          ...groups,
        ],
      ],
    ],
    { xmlns: NAMESPACE },
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(document, 0)}`;
};
