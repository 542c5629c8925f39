import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Platform } from '../../platform/platform.ts';

/** The account as one that reads its own notifications. */
export const viewerOf = (
  platform: Platform,
  accountId: string,
  { username, role }: Pick<AccountViewer, 'username' | 'role'>,
): AccountViewer => ({
  kind: 'account',
  accountId,
  sessionId: '',
  role,
  adminRole: null,
  actingAdminId: null,
  username,
  isPerformer: role === 'performer',
  isLiteAccount: false,
  emailVerified: true,
  hasTwoFactor: false,
  hasPasskey: false,
  mustAgree: false,
  suspended: false,
  loggedInAt: platform.clock.now(),
  confirmedAt: platform.clock.now(),
  validUntil: platform.clock.now(),
});
