import { createHash } from 'node:crypto';

const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex');

/** Texts exactly as they are in the form's address: `9.9` and `9.90` have different digests. */
export interface DigestedPrice {
  initialPrice: string;
  initialPeriod: string;
  recurring: { price: string; period: string; rebills: string } | undefined;
  currencyCode: string;
}

export const formDigest = ({ initialPrice, initialPeriod, recurring, currencyCode }: DigestedPrice, salt: string): string =>
  md5(`${initialPrice}${initialPeriod}${recurring ? recurring.price + recurring.period + recurring.rebills : ''}${currencyCode}${salt}`);

/** The digest with which CCBill proves a sale. */
export const approvalDigest = (subscriptionId: string, salt: string): string => md5(`${subscriptionId}1${salt}`);

/** The digest with which CCBill proves a declined sale. */
export const denialDigest = (denialId: string, salt: string): string => md5(`${denialId}0${salt}`);
