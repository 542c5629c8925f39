/** Returns what the device knows of its network, which phones alone tell. */
const connectionNow = (): EventTarget | undefined => {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return connection instanceof EventTarget ? connection : undefined;
};
const kindOf = (connection: EventTarget | undefined): string | undefined => {
  const kind: unknown = connection && Reflect.get(connection, 'type');
  return typeof kind === 'string' ? kind : undefined;
};

/**
 * Calls back when the device has another network: it is back online, or a phone went from Wi-Fi to mobile data. Connections of the earlier network
 * are dead then, which they notice only seconds later.
 */
export const onNetworkChange = (changed: () => void, signal: AbortSignal): void => {
  const connection = connectionNow();
  let kind = kindOf(connection);
  window.addEventListener('online', changed, { signal });
  // The event also comes with each new estimate of the speed.
  connection?.addEventListener(
    'change',
    () => {
      const now = kindOf(connection);
      if (now === kind || now === undefined) return;
      kind = now;
      if (now !== 'none') changed();
    },
    { signal },
  );
};
