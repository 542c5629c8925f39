const RETRY_MS = 20;

/** Waits until the next try. */
export const pause = (milliseconds = RETRY_MS): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
