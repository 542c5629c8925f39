import type { AccountDetail } from '@stagedoor/contract/admin-people';
import { INSTANT, PERFORMER } from './fixtures.ts';

/** An account as the administration shows it: a fan's, with what is given. */
export const accountOf = (given: Partial<AccountDetail> = {}): AccountDetail => ({
  ...PERFORMER,
  email: 'luna@example.com',
  emailVerified: true,
  role: 'fan',
  adminRole: null,
  status: 'active',
  applicationState: null,
  isOnline: false,
  lastSeenAt: null,
  createdAt: INSTANT,
  dateOfBirth: '1990-01-01',
  locale: 'en',
  hasTwoFactor: false,
  ownerProposal: null,
  sessions: 0,
  statusReason: null,
  statusNote: '',
  statusChangedAt: null,
  deletesAt: null,
  balance: 0,
  spent: 0,
  subscriptions: 0,
  performer: null,
  history: [],
  timeline: [],
  notes: [],
  ...given,
});
