const KEY = 'dismissed-bulk-acts';
const MAX_KEPT = 20;

/** Acts on many rows whose result this tab doesn't show any more. */
export const dismissedActs = (): readonly string[] => {
  try {
    return sessionStorage.getItem(KEY)?.split(' ') ?? [];
  } catch {
    return [];
  }
};

/** @returns all dismissed ones, with this one */
export const keepDismissed = (id: string): readonly string[] => {
  const next = [...dismissedActs(), id].slice(-MAX_KEPT);
  try {
    sessionStorage.setItem(KEY, next.join(' '));
  } catch {
    // Without storage it is shown again after a reload.
  }
  return next;
};
