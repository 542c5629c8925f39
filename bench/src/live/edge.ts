import { hitRatioOf, startNginxEdge, watchAsCrowd } from '@stagedoor/server/live/testing/nginx-edge';
import { processorSeconds } from '../processor-time.ts';
import type { Bound } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { findNginx } from './nginx.ts';
import { openShowStage } from './show-stage.ts';

const VIEWERS = 200;
const SECONDS = 15;
/** Percent of requests that the site answers itself. */
const AT_MOST = { visitors: 5, pages: 60 } as const;

/**
 * A public show of 720p behind the documented nginx cache: 200 viewers who ask as anybody, and 200 as the site's own pages do, with a token for their
 * playlists. The site, its live process, nginx and the viewers share the machine.
 */
export const liveEdge = async (stage: Stage): Promise<readonly Bound[]> => {
  const program = await findNginx();
  if (!program) {
    console.log('live edge: left out, because nginx is not installed (NGINX_PATH)');
    return [];
  }
  const shows = await openShowStage(stage);
  const edge = await startNginxEdge(shows.url, program);
  try {
    const show = await shows.begin();
    await shows.publish(show);
    const tokens: string[] = [];
    while (tokens.length < VIEWERS) tokens.push(await shows.join(show));
    const url = edge.at(show.playlist);
    while (!(await fetch(url)).ok);
    const bounds: Bound[] = [];
    for (const [name, own] of [
      ['visitors', {}],
      ['pages', { tokens }],
    ] as const) {
      const before = await processorSeconds(shows.live.pid);
      const seen = await watchAsCrowd({ url, viewers: VIEWERS, seconds: SECONDS, ...own });
      const cost = ((await processorSeconds(shows.live.pid)) - before) / SECONDS;
      if (seen.faults.length > 0) throw new Error(seen.faults.join('; '));
      const kept = hitRatioOf(seen);
      console.log(
        `live edge, ${VIEWERS} ${name}: ${JSON.stringify(seen.caches)}, ${(seen.bytes / SECONDS / 125_000).toFixed(0)} Mbit/s, ` +
          `reload ${(seen.reloadMs / seen.playlists).toFixed(0)} ms, live process ${(cost * 100).toFixed(1)} % of a core`,
      );
      bounds.push({ name: `live edge, ${name}, answered by the site`, unit: '%', measured: (1 - kept) * 100, atMost: AT_MOST[name] });
    }
    await shows.end(show);
    return bounds;
  } finally {
    await edge.stop();
    await shows.close();
  }
};
