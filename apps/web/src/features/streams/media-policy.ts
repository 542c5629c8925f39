import { dropGuards } from '../../ui/leave-guard.ts';

// A page's content security policy names the media servers that there were when the page was loaded. The owner may enter another one later, which
// the policy of an open page blocks; a reloaded page has the new policy.

const RELOADED_AT = 'mediaPolicyReloadedAt';
/** A page that was reloaded for this reason isn't reloaded again within this time: something on the way may add a policy of its own. */
const AGAIN_MS = 60_000;

/** How to reload the page, by the origin of a media address in use. */
const origins = new Map<string, () => void>();

const originOf = (address: string): string | undefined => (URL.canParse(address) ? new URL(address).origin : undefined);

/** @returns whether the page may be reloaded now; without storage it never is, since it could go on forever */
const mayReload = (): boolean => {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < AGAIN_MS) return false;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    return true;
  } catch {
    return false;
  }
};

/** @returns whether the policy that this page would have after being loaded again names the origin */
const isNamedByNow = async (origin: string): Promise<boolean> => {
  try {
    const { headers } = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' });
    return (headers.get('content-security-policy') ?? '').split(/[\s;]+/).includes(origin);
  } catch {
    return false;
  }
};

const onViolation = async ({ blockedURI, disposition }: SecurityPolicyViolationEvent): Promise<void> => {
  const origin = originOf(blockedURI);
  const reload = origin === undefined ? undefined : origins.get(origin);
  if (origin === undefined || !reload || disposition !== 'enforce') return;
  if ((await isNamedByNow(origin)) && mayReload()) reload();
};

/** Nobody is asked whether to leave: the show that the page would lose can't begin on it. */
const reloadAtOnce = (): void => {
  dropGuards();
  location.reload();
};

/** Reloads the page if its policy turns out to block a media address that a fresh page's policy names. Call it before the address is used. */
export const watchMediaPolicy = (address: string, reload: () => void = reloadAtOnce): void => {
  const origin = originOf(address);
  if (origin === undefined || origins.has(origin)) return;
  if (origins.size === 0) document.addEventListener('securitypolicyviolation', (event) => void onViolation(event));
  origins.set(origin, reload);
};
