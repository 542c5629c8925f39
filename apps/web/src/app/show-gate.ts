import { dropGuards } from '../ui/leave-guard.ts';
import { call } from './browser-call.ts';
import { pageOf } from './guard.ts';

// Apart from browser-call.ts, which every page loads.

/** Open to accounts in a show that may go on. */
const PROBE = '/users/me';
let isProbing = false;

/**
 * Reloads the page in maintenance, unless it is a show's that may go on: then only calls that a show doesn't need are refused.
 * @param path of the refused call, if there was one
 */
export const look = (path: string | undefined, reload: () => void): void => {
  if (!pageOf(location.pathname).page.inShow) reload();
  else if (path?.split('?')[0] === PROBE) {
    dropGuards();
    reload();
  } else if (!isProbing) {
    isProbing = true;
    void call('GET /users/me')
      .catch(() => undefined)
      .finally(() => (isProbing = false));
  }
};
