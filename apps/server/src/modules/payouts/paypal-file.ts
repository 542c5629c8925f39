import { payableText } from './payable-text.ts';

// The file by which PayPal pays a batch: a line for each recipient, without headings.

export interface PaypalPayment {
  reference: string;
  email: string;
  amount: bigint;
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Recipient, amount, currency, our id, note, wallet. Nothing is put before a sign that spreadsheets read as a formula: PayPal reads it. */
export const paypalFileOf = (currency: string, siteName: string, payments: readonly PaypalPayment[]): string =>
  payments
    .map(({ email, amount, reference }) => {
      const note = quoted(`${reference} ${siteName}`.replace(/[\r\n]+/g, ' '));
      return `${[quoted(email), payableText(amount, currency), currency, reference, note, 'PAYPAL'].join(',')}\r\n`;
    })
    .join('');
