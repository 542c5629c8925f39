import { createHash } from 'node:crypto';

// Composed here from the reference once more, so that the double isn't tested by its own digest.

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

const SINGLE = { form: '11111111-1111-4111-8111-111111111111', salt: 'double-salt-of-single-sales' };
const RECURRING = { form: '22222222-2222-4222-8222-222222222222', salt: 'double-salt-of-subscriptions' };

/** The address of a single sale. Parameters may be replaced, removed (undefined) or added after the digest is made. */
export const singleUrl = (base: string, reference: string, changed: Record<string, string | undefined> = {}): string => {
  const query = {
    clientSubacc: '0000',
    initialPrice: '9.90',
    initialPeriod: '30',
    currencyCode: '840',
    formDigest: md5(`9.9030840${SINGLE.salt}`),
    payRef: reference,
    ...changed,
  };
  return formUrl(base, SINGLE.form, query);
};

/** The address of a subscription that renews every 30 days. */
export const recurringUrl = (base: string, reference: string, rebills = '99', changed: Record<string, string | undefined> = {}): string => {
  const query = {
    clientSubacc: '0001',
    initialPrice: '5.00',
    initialPeriod: '7',
    recurringPrice: '9.99',
    recurringPeriod: '30',
    numRebills: rebills,
    currencyCode: '978',
    formDigest: md5(`5.0079.9930${rebills}978${RECURRING.salt}`),
    payRef: reference,
    email: 'buyer@example.test',
    ...changed,
  };
  return formUrl(base, RECURRING.form, query);
};

const formUrl = (base: string, form: string, query: Record<string, string | undefined>): string => {
  const url = new URL(`/wap-frontflex/flexforms/${form}`, base);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
};
