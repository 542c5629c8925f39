import type { Caller } from '@stagedoor/contract/endpoint';

/** Who is calling, as the pipeline knows them. */
export interface AccountViewer {
  kind: 'account';
  accountId: string;
  sessionId: string;
  role: 'fan' | 'performer' | 'admin';
  username: string;
  isPerformer: boolean;
  /** A performer not yet approved, or held by an admin (answers.md, "People"). */
  isLiteAccount: boolean;
  emailVerified: boolean;
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

export type CallerRule = { who: Caller; lite?: boolean | undefined; suspended?: boolean | undefined; verified?: boolean | undefined };

/**
 * Whether a viewer may call an endpoint at all; the first reason against it, or null.
 * Public calls stay open to everyone, lite and unverified accounts included.
 */
export const refusalFor = (
  rule: CallerRule,
  viewer: Viewer,
): 'UNAUTHENTICATED' | 'FORBIDDEN' | 'ACCOUNT_SUSPENDED' | 'LITE_ACCOUNT' | 'EMAIL_NOT_VERIFIED' | null => {
  if (rule.who === 'public') return null;
  if (viewer.kind === 'visitor') return 'UNAUTHENTICATED';
  if (viewer.suspended && !rule.suspended) return 'ACCOUNT_SUSPENDED';
  if (rule.who !== 'user' && rule.who !== viewer.role) return 'FORBIDDEN';
  if (viewer.isLiteAccount && !rule.lite) return 'LITE_ACCOUNT';
  if (rule.verified && !viewer.emailVerified) return 'EMAIL_NOT_VERIFIED';
  return null;
};
