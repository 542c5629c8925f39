import { describe, expect, it } from 'vitest';
import { firstTerms, offerLine, renewalLine, type Terms } from './renewal-line.ts';

const OFFER = {
  monthlyPrice: 9,
  monthlyMoney: 9,
  yearlyPrice: 90,
  trialDays: 0,
  renewsAt: '2026-12-23T10:00:00.000Z',
  yearlyRenewsAt: '2027-11-23T10:00:00.000Z',
};
/** Says the key and its values. */
const said = {
  t: (key: string, values: Readonly<Record<string, string | number>> = {}) => [key, ...Object.values(values)].join(' '),
  format: {
    periodDay: (instant: string | number) => new Date(instant).toISOString().slice(0, 10),
    money: (amount: number) => `$${amount}`,
  },
  now: Date.parse('2026-11-23T10:00:00.000Z'),
};
const line = (terms: Partial<Terms>, offer = OFFER) =>
  renewalLine(said, offer, { choice: 'monthly', method: 'wallet', renews: false, ...terms });

describe('the line about renewal', () => {
  it('says of the terms the sheet opens with that nothing renews', () => {
    expect(renewalLine(said, OFFER, firstTerms(OFFER, 'monthly'))).toBe('checkout.endsLine 2026-12-23');
    expect(renewalLine(said, OFFER, firstTerms(OFFER, 'yearly'))).toBe('checkout.endsLine 2027-11-23');
    const trial = { ...OFFER, trialDays: 5 };
    expect(renewalLine(said, trial, firstTerms(trial, 'yearly'))).toBe('checkout.trialLine 2026-11-28');
  });

  it('says after a top-up what was chosen before it', () => {
    const trial = { ...OFFER, trialDays: 5 };
    expect(firstTerms(trial, 'yearly', true)).toEqual({ choice: 'yearly', method: 'wallet', renews: true });
    expect(firstTerms(trial, 'monthly', false)).toMatchObject({ choice: 'monthly', renews: false });
  });

  it('promises a renewal only where one happens: by card, or from the wallet if chosen', () => {
    expect(line({ renews: true })).toBe('profile.renewLine 2026-12-23');
    expect(line({ method: 'card', choice: 'yearly' })).toBe('profile.renewLine 2027-11-23');
    expect(line({ choice: 'trial', renews: true }, { ...OFFER, trialDays: 5 })).toBe('checkout.trialRenewsLine 2026-11-28 $9');
  });

  it('says of a free subscription that it costs nothing', () => {
    const free = { ...OFFER, monthlyPrice: 0 };
    expect(renewalLine(said, free, firstTerms(free, 'monthly'))).toBe('checkout.freeLine');
  });

  it('says of an offer what is paid after it, when and by what', () => {
    const link = {
      code: 'abc',
      kind: 'discount' as const,
      plan: 'yearly' as const,
      days: null,
      percent: 50,
      onlyNew: true,
      first: { price: 45, money: 45 },
      firstUntil: '2027-11-23T10:00:00.000Z',
      ordinary: { price: 90, money: 90 },
      priceVersion: 1,
      endsAt: null,
    };
    const year = '2027-11-23 offers.price.yearly $90';
    expect(firstTerms({ ...OFFER, trialDays: 5 }, 'monthly', true, link)).toEqual({ choice: 'offer', method: 'wallet', renews: true });
    expect(offerLine(said, link, { method: 'wallet', renews: false })).toBe(`offers.ends ${year}`);
    expect(offerLine(said, link, { method: 'wallet', renews: true })).toBe(`offers.renewsByWallet ${year}`);
    expect(offerLine(said, link, { method: 'card', renews: false })).toBe(`offers.renewsByCard ${year}`);
    expect(offerLine(said, { ...link, kind: 'trial' }, { method: 'card', renews: false })).toBe(`offers.ends ${year}`);
  });
});
