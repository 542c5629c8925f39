/** Known on phones alone; elsewhere undefined. */
const kindOf = (): string | undefined => (navigator as { connection?: { type?: string } }).connection?.type;

/**
 * Calls back when the device has another network: it is back online, or a phone went from Wi-Fi to mobile data. Connections of the earlier network
 * are dead then, which they notice only seconds later.
 */
export const onNetworkChange = (changed: () => void, signal: AbortSignal): void => {
  const connection = (navigator as { connection?: EventTarget }).connection;
  let kind = kindOf();
  window.addEventListener('online', changed, { signal });
  // The event also says that the speed is estimated anew.
  connection?.addEventListener(
    'change',
    () => {
      const now = kindOf();
      if (now === kind || now === undefined) return;
      kind = now;
      if (now !== 'none') changed();
    },
    { signal },
  );
};
