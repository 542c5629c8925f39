/** The acts that a visitor joins for: the registration names them. */
export const JOINING_ACTS = ['subscribe', 'unlock', 'tip', 'gift'] as const;
export type JoiningAct = (typeof JOINING_ACTS)[number];

export interface Joining {
  act: JoiningAct;
  /** The performer's name. */
  name: string;
}

const KEY = 'joining';

/** Keeps it while this tab is open. @param returnTo the page that it was on */
export const saveJoining = (returnTo: string, { act, name }: Joining): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ returnTo, act, name }));
  } catch {
    // Without storage the pages say nothing of it.
  }
};

/** Returns what was kept for a return address; null for another one, and without storage. */
export const readJoining = (returnTo: string): Joining | null => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { returnTo?: unknown; act?: unknown; name?: unknown } | null;
    const act = JOINING_ACTS.find((one) => one === kept?.act);
    return act && kept?.returnTo === returnTo && typeof kept.name === 'string' ? { act, name: kept.name } : null;
  } catch {
    return null;
  }
};
