/** The part of a card that a double stores. The number itself is read once and forgotten. */
export interface HeldCard {
  brand: string;
  last4: string;
  /** MMYY. */
  expDate: string;
  renewals: 'approved' | 'declined';
}

export type CardOutcome = 'approved' | 'declined' | 'challenge';

interface TestCard {
  number: string;
  outcome: CardOutcome;
  renewals: HeldCard['renewals'];
  label: string;
}

/** Numbers that card companies publish for tests. Every other number is refused: nobody types a real card here. */
export const TEST_CARDS = {
  approved: { number: '4111111111111111', outcome: 'approved', renewals: 'approved', label: 'Approved' },
  mastercard: { number: '5555555555554444', outcome: 'approved', renewals: 'approved', label: 'Approved (Mastercard)' },
  declined: { number: '4000000000000002', outcome: 'declined', renewals: 'declined', label: 'Declined' },
  challenge: { number: '4000000000003220', outcome: 'challenge', renewals: 'approved', label: 'Asks for 3-D Secure' },
  lapsing: { number: '4000000000000341', outcome: 'approved', renewals: 'declined', label: 'Approved, but renewals are declined' },
} satisfies Record<string, TestCard>;

const CARDS: readonly TestCard[] = Object.values(TEST_CARDS);

export type ReadCard = { card: HeldCard; outcome: CardOutcome } | { problem: string };

const readExpiry = (text: string, now: Date): string | undefined => {
  const match = /^\s*(\d{1,2})\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(text);
  const month = Number(match?.[1]);
  const year = 2000 + Number(match?.[2]);
  if (!match || month < 1 || month > 12) return undefined;
  if (Date.UTC(year, month, 1) <= now.getTime()) return undefined;
  return `${String(month).padStart(2, '0')}${match[2]}`;
};

/** Reads the fields of a card form. @returns the card without its number, or the sentence that the form shows */
export const readCard = (fields: Record<string, string>, now: Date): ReadCard => {
  const digits = (fields['cardNumber'] ?? '').replace(/[\s-]/g, '');
  const known = CARDS.find(({ number }) => number === digits);
  if (!known) return { problem: 'Enter one of the test card numbers below. Real cards are never accepted here.' };
  const expDate = readExpiry(fields['expiry'] ?? '', now);
  if (!expDate) return { problem: 'Enter an expiry date in the future, such as 12/34.' };
  if (!/^\d{3,4}$/.test(fields['cvv'] ?? '')) return { problem: 'Enter the 3 or 4 digits of the security code.' };
  const brand = digits.startsWith('5') ? 'MASTERCARD' : 'VISA';
  return { card: { brand, last4: digits.slice(-4), expDate, renewals: known.renewals }, outcome: known.outcome };
};

/** The fields that a buyer types to pay with a test card. */
export const cardFields = (card: keyof typeof TEST_CARDS): Record<string, string> => ({
  cardNumber: TEST_CARDS[card].number,
  expiry: '12/49',
  cvv: '123',
});
