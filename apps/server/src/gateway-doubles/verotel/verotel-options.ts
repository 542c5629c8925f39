import type { DoubleOptions } from '../company-double.ts';
import type { SignatureHash } from './verotel-signatures.ts';

export interface VerotelShop {
  shopID: string;
  name: string;
  signatureKey: string;
  /** Shops of old protocol versions sign with SHA-1. */
  hash: SignatureHash;
  /** Overrides the double's callback address. */
  postbackUrl?: string;
}

/** One choice for each point that the reference leaves open. Tests run an adapter against every choice. */
export interface VerotelReading {
  /** Names of the amount in credit and chargeback postbacks. */
  creditNames: 'amount' | 'priceAmount' | 'both';
  /** Postbacks carry `email` and `version` too, within the signature or outside of it. */
  extraFields: 'none' | 'unsigned' | 'signed';
  /** An expiry postback follows a credit or chargeback of a subscription. */
  creditExpires: boolean;
  /** Postbacks after the last retry of a declined rebill. */
  lapsedBy: 'expiry' | 'cancel-and-expiry';
  /** The signature of a return covers the parameters that the site's address had before. */
  returnSignature: 'own' | 'all';
  /** The initial postback names the phase of a recurring subscription. */
  phaseInInitial: boolean;
  /** iDEAL takes euros only. */
  idealInEuroOnly: boolean;
  /** Most characters of a subscription's name. */
  longestName: number;
  /** Words of the status reply. */
  words: { found: string; notFound: string; error: string; approved: string };
  /** The status reply begins with a line of three dashes, as YAML documents do. */
  statusDashes: boolean;
}

export const VEROTEL_READING: VerotelReading = {
  creditNames: 'both',
  extraFields: 'none',
  creditExpires: false,
  lapsedBy: 'cancel-and-expiry',
  returnSignature: 'own',
  phaseInInitial: false,
  idealInEuroOnly: true,
  longestName: 100,
  words: { found: 'FOUND', notFound: 'NOTFOUND', error: 'ERROR', approved: 'APPROVED' },
  statusDashes: false,
};

export const VEROTEL_CURRENCIES: readonly string[] = ['USD', 'EUR', 'GBP', 'AUD', 'CAD', 'CHF', 'DKK', 'NOK', 'SEK'];

export const VEROTEL_SHOPS: readonly VerotelShop[] = [
  { shopID: '12345', name: 'Stagedoor', signatureKey: 'double-signature-key', hash: 'sha256' },
  { shopID: '54321', name: 'Stagedoor (older protocol)', signatureKey: 'double-older-signature-key', hash: 'sha1' },
];

export interface VerotelOptions extends DoubleOptions {
  shops?: readonly VerotelShop[];
  reading?: Partial<VerotelReading>;
  /** Days between the attempts to charge a declined rebill. After the last one the subscription expires. */
  rebillRetryDays?: readonly number[];
  /** Refunds a card sale whose postback nobody acknowledged for this long. Without it nothing is refunded. */
  refundUnacknowledgedMs?: number;
}

/** The options with their defaults. `callbackUrl` and `reading` may change while the double runs. */
export interface VerotelSettings {
  callbackUrl: string;
  now: () => Date;
  shops: readonly VerotelShop[];
  reading: VerotelReading;
  rebillRetryDays: readonly number[];
  refundUnacknowledgedMs: number | undefined;
}

export const verotelSettings = (options: VerotelOptions): VerotelSettings => ({
  callbackUrl: options.callbackUrl,
  now: options.now ?? (() => new Date()),
  shops: options.shops ?? VEROTEL_SHOPS,
  reading: { ...VEROTEL_READING, ...options.reading },
  rebillRetryDays: options.rebillRetryDays ?? [1, 3],
  refundUnacknowledgedMs: options.refundUnacknowledgedMs,
});
