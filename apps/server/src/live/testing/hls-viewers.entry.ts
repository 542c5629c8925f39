import { setTimeout as wait } from 'node:timers/promises';
import { type HlsViewing, emptyViewing, watchHls } from './hls-viewer.ts';

// Many viewers by LL-HLS in a process of their own: prints what all of them have seen. Arguments: URL, viewers, seconds, their tokens.

const [url, viewers, seconds, ...tokens] = process.argv.slice(2);
/** They don't come at the same moment. */
const ARRIVAL_MS = 2_000;

const ended = new AbortController();
setTimeout(() => ended.abort(), Number(seconds) * 1000 + ARRIVAL_MS).unref();
const views = await Promise.all(
  Array.from({ length: Number(viewers) }, async (_, index) => {
    await wait((index * ARRIVAL_MS) / Number(viewers));
    const token = tokens[index % tokens.length];
    return watchHls(url!, { ...(token === undefined ? {} : { token }), signal: ended.signal });
  }),
);
const total = views.reduce((sum: HlsViewing, view) => {
  for (const [cache, count] of Object.entries(view.caches)) sum.caches[cache] = (sum.caches[cache] ?? 0) + count;
  return {
    playlists: sum.playlists + view.playlists,
    pieces: sum.pieces + view.pieces,
    bytes: sum.bytes + view.bytes,
    caches: sum.caches,
    reloadMs: sum.reloadMs + view.reloadMs,
    slowestReloadMs: Math.max(sum.slowestReloadMs, view.slowestReloadMs),
    partsBehind: sum.partsBehind + view.partsBehind,
    faults: [...sum.faults, ...view.faults],
  };
}, emptyViewing());
process.stdout.write(JSON.stringify({ ...total, faults: total.faults.slice(0, 20) }));
