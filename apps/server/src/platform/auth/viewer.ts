import { type AdminPermission, type AdminRole, mayAdmin } from '@stagedoor/contract/admin-roles';
import type { Caller } from '@stagedoor/contract/endpoint';

/** The authenticated account of a call. */
export interface AccountViewer {
  kind: 'account';
  accountId: string;
  sessionId: string;
  role: 'fan' | 'performer' | 'admin';
  /** Null for accounts that aren't admins. */
  adminRole: AdminRole | null;
  /** The admin who views the site as this account, read-only. */
  actingAdminId: string | null;
  username: string;
  isPerformer: boolean;
  /** A performer not yet approved, or held by an admin. */
  isLiteAccount: boolean;
  emailVerified: boolean;
  /** By an authenticator app or a passkey. */
  hasTwoFactor: boolean;
  hasPasskey: boolean;
  /** Must agree to changed terms first. */
  mustAgree: boolean;
  suspended: boolean;
  loggedInAt: Date;
  /** When the owner last confirmed within this session that it is them, by logging in or by `POST /auth/confirm`. */
  confirmedAt: Date;
  /** When the session expires, or acting as the account ends; on the real clock. */
  validUntil: Date;
}

export interface Visitor {
  kind: 'visitor';
}

export type Viewer = AccountViewer | Visitor;

export const VISITOR: Visitor = { kind: 'visitor' };

/** The viewer's account, or null for a visitor. */
export const accountIdOf = (viewer: Viewer): string | null => (viewer.kind === 'account' ? viewer.accountId : null);

export const isAdmin = (viewer: Viewer): boolean => viewer.kind === 'account' && viewer.role === 'admin';

/** Whether the viewer is an admin whose role has this permission. */
export const hasAdminPermission = (viewer: Viewer, permission: AdminPermission): boolean =>
  viewer.kind === 'account' && viewer.adminRole !== null && mayAdmin(viewer.adminRole, permission);

/** Whether the viewer is an admin without the second factor that the site requires: only the own account is accessible then. */
export const mustSetUpTwoFactor = (
  settings: { get(key: 'adminTwoFactorRequired' | 'adminPasskeyRequired'): boolean },
  viewer: Pick<AccountViewer, 'role' | 'hasTwoFactor' | 'hasPasskey'>,
): boolean => {
  if (viewer.role !== 'admin') return false;
  return (settings.get('adminTwoFactorRequired') && !viewer.hasTwoFactor) || (settings.get('adminPasskeyRequired') && !viewer.hasPasskey);
};

/** An admin, for what they do themselves or what goes on in their name. */
export type Admin = Pick<AccountViewer, 'accountId' | 'adminRole'>;

/** Requirements of a call or a socket's event for its caller. */
export interface CallerRule {
  who: Caller;
  permission?: AdminPermission | undefined;
  personal?: boolean | undefined;
  acting?: boolean | undefined;
  lite?: boolean | undefined;
  suspended?: boolean | undefined;
  verified?: boolean | undefined;
}

export type CallerRefusal =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'READ_ONLY'
  | 'ACCOUNT_SUSPENDED'
  | 'LITE_ACCOUNT'
  | 'EMAIL_NOT_VERIFIED'
  | 'TERMS_CHANGED'
  | 'TWO_FACTOR_REQUIRED';

/**
 * The reason why a viewer may not call an endpoint or send an event, or null.
 * Public calls are open to everyone, lite and unverified accounts included; an admin who acts as another account can't change
 * anything by them either.
 *
 * @param changes whether the call may change something
 * @param mustSetUp whether the viewer is an admin who must set up the second factor first
 */
export const refusalFor = (rule: CallerRule, viewer: Viewer, changes: boolean, mustSetUp = false): CallerRefusal | null => {
  if (viewer.kind === 'account' && viewer.actingAdminId && ((changes && !rule.acting) || rule.personal)) return 'READ_ONLY';
  if (rule.who === 'public') return null;
  if (viewer.kind === 'visitor') return 'UNAUTHENTICATED';
  if (viewer.suspended && !rule.suspended) return 'ACCOUNT_SUSPENDED';
  if (rule.who !== 'user' && rule.who !== viewer.role) return 'FORBIDDEN';
  if (rule.who === 'admin' && !(rule.permission && hasAdminPermission(viewer, rule.permission))) return 'FORBIDDEN';
  if (viewer.isLiteAccount && !rule.lite) return 'LITE_ACCOUNT';
  if (rule.verified && !viewer.emailVerified) return 'EMAIL_NOT_VERIFIED';
  // Paying, writing and publishing; what is one's own stays reachable.
  if (rule.verified && viewer.mustAgree) return 'TERMS_CHANGED';
  if (mustSetUp && !rule.lite) return 'TWO_FACTOR_REQUIRED';
  return null;
};
