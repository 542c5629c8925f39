/**
 * Permissions by admin role. `owner` has all; the others have those that their work needs (least privilege). Each admin
 * call names the one permission it needs; the server's pipeline and the web's rail both decide by this table.
 */
export const ADMIN_ROLES = ['owner', 'finance', 'moderator', 'support'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

export const ADMIN_PERMISSIONS = [
  /** The start page with its figures. */
  'overview',
  /** Performers' applications and co-performers' releases, with their documents. */
  'applications',
  /** Look accounts up. */
  'users',
  /** Suspend and restore accounts, end sessions, hold performers. */
  'moderation',
  /** Help accounts with access: verify an address, remove a lost second factor, view the site as an account. */
  'support',
  /** What was published, and notices about it. */
  'content',
  /** Ledger, orders, payouts. */
  'money',
  /** Pages, menus, promos, texts. */
  'site',
  /** Settings and branding. */
  'settings',
  /** Who did what. */
  'audit',
  /** Admins themselves. */
  'admins',
] as const;
export type AdminPermission = (typeof ADMIN_PERMISSIONS)[number];

const PERMISSIONS: Record<AdminRole, readonly AdminPermission[]> = {
  owner: ADMIN_PERMISSIONS,
  finance: ['overview', 'users', 'money', 'audit'],
  moderator: ['overview', 'applications', 'users', 'moderation', 'content', 'audit'],
  support: ['overview', 'users', 'support', 'site'],
};

export const permissionsOf = (role: AdminRole): readonly AdminPermission[] => PERMISSIONS[role];

export const mayAdmin = (role: AdminRole, permission: AdminPermission): boolean => PERMISSIONS[role].includes(permission);
