import type { CardCompany } from '@stagedoor/contract/payments';
import type { PublicSettings } from '@stagedoor/contract/settings';
import type { SpendingLimits } from '@stagedoor/contract/spending-limits';
import type { CurrentUser } from '@stagedoor/contract/users';

/** An id of the contract's form; the same number gives the same id. */
export const idOf = (number: number): string => `01930000-0000-7000-8000-${String(number).padStart(12, '0')}`;

export const INSTANT = '2026-11-21T19:00:00.000Z';

/** A transparent pixel. */
export const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** A fan with 20 tokens. */
export const FAN: CurrentUser = {
  _id: idOf(1),
  username: 'wren',
  name: 'Wren Ellis',
  email: 'wren@example.com',
  emailVerified: true,
  avatar: PIXEL,
  cover: null,
  balance: 20,
  role: 'fan',
  isPerformer: false,
  isLiteAccount: false,
  applicationState: null,
  locale: 'en',
  timeZone: null,
  adminRole: null,
  permissions: [],
  hasTwoFactor: false,
  hasPasskey: false,
  idleMinutes: null,
  suspension: null,
  mustSetUpTwoFactor: false,
  mustAgree: false,
  deletesAt: null,
  actingAdmin: null,
  createdAt: INSTANT,
  updatedAt: INSTANT,
};

export const PERFORMER = { _id: idOf(2), name: 'Luna Reyes', username: 'luna', avatar: PIXEL } as const;

/** One token is worth one dollar. */
export const SETTINGS: PublicSettings = { siteName: 'Stagedoor', currency: 'USD', tokenValue: 1, tipMinimum: 1, tipMaximum: 500 };

const PERIOD = { limit: null, next: null, spent: 0, reserved: 0, left: null, topUpLeft: null, until: INSTANT };

/** Card companies: one that renews by the calendar, and one that counts days. */
export const SANDBOX: CardCompany = { name: 'sandbox', title: 'Sandbox', statement: 'SANDBOX', periodDays: null, currency: 'USD' };
export const VEROTEL: CardCompany = { name: 'verotel', title: 'Verotel', statement: 'VEROTEL*STAGE', periodDays: 30, currency: 'USD' };

/** A buyer without limits. */
export const NO_LIMITS: SpendingLimits = {
  currency: 'USD',
  daily: PERIOD,
  monthly: PERIOD,
  show: { limit: null, next: null, inShow: null },
  coolOffUntil: null,
};

/** The answer to a payment from the wallet. */
export const receiptOf = (amount: number, balance: number) => ({
  transactionId: idOf(90),
  orderId: idOf(91),
  amount,
  money: amount,
  balance,
  createdAt: INSTANT,
});
