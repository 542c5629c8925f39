import { type AdminPermission, type AdminRole, mayAdmin } from '@stagedoor/contract/admin-roles';
import type { Caller } from '@stagedoor/contract/endpoint';

/** Who is calling, as the pipeline knows them. */
export interface AccountViewer {
  kind: 'account';
  accountId: string;
  sessionId: string;
  role: 'fan' | 'performer' | 'admin';
  /** Of admins alone. */
  adminRole: AdminRole | null;
  /** The admin who looks at the site as this account does, and changes nothing. */
  actingAdminId: string | null;
  username: string;
  isPerformer: boolean;
  /** A performer not yet approved, or held by an admin (answers.md, "People"). */
  isLiteAccount: boolean;
  emailVerified: boolean;
  hasTwoFactor: boolean;
  suspended: boolean;
  loggedInAt: Date;
}

export interface Visitor {
  kind: 'visitor';
}

export type Viewer = AccountViewer | Visitor;

export const VISITOR: Visitor = { kind: 'visitor' };

/** The viewer's account, or null for a visitor. */
export const accountIdOf = (viewer: Viewer): string | null => (viewer.kind === 'account' ? viewer.accountId : null);

export const isAdmin = (viewer: Viewer): boolean => viewer.kind === 'account' && viewer.role === 'admin';

/** Whether a viewer is an admin whose role allows this. */
export const mayAsAdmin = (viewer: Viewer, permission: AdminPermission): boolean =>
  viewer.kind === 'account' && viewer.adminRole !== null && mayAdmin(viewer.adminRole, permission);

/** An admin of a site that asks its admins for a second factor, who has none yet: reaches nothing but the own account. */
export const mustSetUpTwoFactor = (
  settings: { get(key: 'adminTwoFactorRequired'): boolean },
  viewer: Pick<AccountViewer, 'role' | 'hasTwoFactor'>,
): boolean => viewer.role === 'admin' && !viewer.hasTwoFactor && settings.get('adminTwoFactorRequired');

export interface CallerRule {
  who: Caller;
  permission?: AdminPermission | undefined;
  personal?: boolean | undefined;
  acting?: boolean | undefined;
  lite?: boolean | undefined;
  suspended?: boolean | undefined;
  verified?: boolean | undefined;
}

/**
 * Whether a viewer may call an endpoint at all; the first reason against it, or null.
 * Public calls stay open to everyone, lite and unverified accounts included; an admin who looks at the site as an account does changes
 * nothing by them either.
 *
 * @param changes whether the call may change something
 */
export const refusalFor = (
  rule: CallerRule,
  viewer: Viewer,
  changes: boolean,
): 'UNAUTHENTICATED' | 'FORBIDDEN' | 'READ_ONLY' | 'ACCOUNT_SUSPENDED' | 'LITE_ACCOUNT' | 'EMAIL_NOT_VERIFIED' | null => {
  if (viewer.kind === 'account' && viewer.actingAdminId && ((changes && !rule.acting) || rule.personal)) return 'READ_ONLY';
  if (rule.who === 'public') return null;
  if (viewer.kind === 'visitor') return 'UNAUTHENTICATED';
  if (viewer.suspended && !rule.suspended) return 'ACCOUNT_SUSPENDED';
  if (rule.who !== 'user' && rule.who !== viewer.role) return 'FORBIDDEN';
  if (rule.who === 'admin' && !(rule.permission && mayAsAdmin(viewer, rule.permission))) return 'FORBIDDEN';
  if (viewer.isLiteAccount && !rule.lite) return 'LITE_ACCOUNT';
  if (rule.verified && !viewer.emailVerified) return 'EMAIL_NOT_VERIFIED';
  return null;
};
