// What the server imports by this name; the table itself is in admin-roles.values.ts.
export { ADMIN_PERMISSIONS, ADMIN_ROLES, type AdminPermission, type AdminRole, mayAdmin, permissionsOf } from './admin-roles.values.ts';
