import type { CurrentUser } from './users.ts';

/** Pages whose address carries the token of a mail: whoever reads it acts for the account. Foreign scripts never run there. */
const TOKEN_PAGES =
  /^\/(?:auth\/(?:reset-password|verify-email|change-email|undo-email-change|not-me)|notification\/unsubscribe)(?:[/.]|$)/;

export const isTokenPage = (pathname: string): boolean => TOKEN_PAGES.test(pathname);

/** Whether the site's own scripts and its analytics may run on a page: never for admins, while an admin acts as an account, or with a token. */
export const mayRunScripts = (pathname: string, user: Pick<CurrentUser, 'role' | 'actingAdmin'> | null): boolean =>
  user?.role !== 'admin' && !user?.actingAdmin && !/^\/admin(?:[/.]|$)/.test(pathname) && !isTokenPage(pathname);
