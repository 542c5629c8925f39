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
  strikes: 0,
  timeline: [],
  notes: [],
  ...given,
});

type PerformerFacts = NonNullable<AccountDetail['performer']>;

/** A performer's facts as the administration shows them, with what is given. */
export const performerFacts = (given: Partial<PerformerFacts> = {}): PerformerFacts => ({
  legalName: 'Lucía Reyes',
  country: 'ES',
  holdReason: '',
  featuredPosition: null,
  subscribers: 0,
  followers: 0,
  posts: 0,
  views: 0,
  earnedThirtyDays: 0,
  isLive: false,
  payoutsFrozen: null,
  commissions: [],
  ...given,
});
