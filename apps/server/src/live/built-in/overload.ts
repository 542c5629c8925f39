/** Interval at which the event loop is measured. */
const LOOK_MS = 250;
/** It takes viewers again once turns are on time. */
const RECOVERED_MS = 300;

/**
 * Tells whether this process is overloaded, by how late a timer is. Viewers who come then are refused before anything is done for them, so that the
 * publishers, the viewers who are connected, and the site's own checks are served.
 */
export const createOverload = (overloadedMs: number, monotonicNow: () => number = () => performance.now()) => {
  let isOverloaded = false;
  let dueAt = monotonicNow() + LOOK_MS;

  const look = (): void => {
    const lateMs = monotonicNow() - dueAt;
    if (lateMs > overloadedMs) isOverloaded = true;
    else if (lateMs < RECOVERED_MS) isOverloaded = false;
    dueAt = monotonicNow() + LOOK_MS;
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return {
    /** Also in the turn that is late itself: its requests come before its timers. */
    isOverloaded: (): boolean => isOverloaded || monotonicNow() - dueAt > overloadedMs,
    close: () => clearInterval(timer),
  };
};

export type Overload = ReturnType<typeof createOverload>;

/** Requests of viewers, who ask again by themselves: playlists, segments, and new connections. */
const OF_VIEWERS = /^(?:\/media)?\/[^/]+\/(?:streams\/|whep\/[\w-]+$)/;

export const isDispensable = ({ path, request }: { path: string; request: { method?: string | undefined } }): boolean =>
  request.method !== 'DELETE' && OF_VIEWERS.test(path);
