/** Takes the pops of the history that belong to sheets; set by the first sheet that is loaded. */
let take: ((event: PopStateEvent) => void) | undefined;
let listening = false;

/** Must run before the router starts listening: in entry.client. What it does comes with the sheets, which are loaded late. */
export const listenForSheets = (): void => {
  if (listening) return;
  listening = true;
  window.addEventListener('popstate', (event) => take?.(event), { capture: true });
};

export const takePops = (handler: (event: PopStateEvent) => void): void => {
  take = handler;
};
