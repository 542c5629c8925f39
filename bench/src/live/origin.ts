import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readPlaylist } from '@stagedoor/server/live/testing/playlist-client';
import { processorSeconds } from '../processor-time.ts';
import { type Line, alternate, lineOf, median } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { type LeanLoad, leanLoad } from './lean-load.ts';
import { findNginx, startNginx } from './nginx.ts';
import { openShowStage } from './show-stage.ts';

const ROUNDS = 3;
const SECONDS = 3;
const CONNECTIONS = 50;
const VIEWERS = 50;
/** Until there are complete segments of the full duration. */
const FULL_MS = 8000;
/** Ours by nginx. */
const GOALS = { segment: 1.3, part: 0.5 } as const;

/**
 * Segments and parts of a running show from the live process, with a token on each request, against the same bytes as files of an nginx with
 * one worker. Each round takes the newest complete segment and one of its parts.
 */
export const liveOrigin = async (stage: Stage): Promise<readonly Line[]> => {
  const program = await findNginx();
  if (!program) {
    console.log('live origin: left out, because nginx is not installed (NGINX_PATH)');
    return [];
  }
  const shows = await openShowStage(stage);
  const nginx = await startNginx(program);
  try {
    const show = await shows.begin();
    await shows.publish(show);
    await wait(FULL_MS);
    const tokens: string[] = [];
    for (let number = 0; number < VIEWERS; number += 1) tokens.push(await shows.join(show));
    const playlist = `${shows.live.url}${new URL(show.playlist).pathname}`;
    const bytesOf = async (url: string): Promise<Buffer> => {
      const response = await fetch(url, { headers: { authorization: `Bearer ${tokens[0]}` } });
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      return Buffer.from(await response.arrayBuffer());
    };
    let count = 0;
    const from = (path: string) => () => ({ path, headers: { authorization: `Bearer ${tokens[(count += 1) % VIEWERS]!}` } });
    const lines: Line[] = [];
    for (const kind of ['segment', 'part'] as const) {
      let file = '';
      let size = 0;
      /** Milliseconds of processor time of one response: what limits a server when its client has a core of its own. */
      const costs = { ours: [] as number[], peer: [] as number[] };
      const loadOf = async (side: keyof typeof costs, pid: number, load: Pick<LeanLoad, 'url' | 'each' | 'bytes'>): Promise<number> => {
        const [before, begun] = [await processorSeconds(pid), performance.now()];
        const rate = await leanLoad({ ...load, connections: CONNECTIONS, seconds: SECONDS });
        costs[side].push((((await processorSeconds(pid)) - before) / ((rate * (performance.now() - begun)) / 1000)) * 1000);
        return rate;
      };
      const ours = async (): Promise<number> => {
        const { segments } = readPlaylist((await bytesOf(playlist)).toString());
        const newest = segments.findLast(({ uri }) => uri !== undefined)!;
        const address = new URL(kind === 'segment' ? newest.uri! : newest.parts[1]!, playlist);
        const bytes = await bytesOf(address.href);
        size = bytes.length;
        // A name of its own: nginx keeps files open.
        file = basename(address.pathname);
        await writeFile(join(nginx.files, file), bytes);
        return loadOf('ours', shows.live.pid, { url: shows.live.url, each: from(address.pathname), bytes: size });
      };
      const peer = () => loadOf('peer', nginx.pid, { url: nginx.url, each: from(`/${file}`), bytes: size });
      const rates = await alternate(ROUNDS, ours, peer);
      const [ownCost, peerCost] = [median(costs.ours), median(costs.peer)];
      console.log(`live origin, processor time of a ${kind}: ours ${ownCost.toFixed(3)} ms, nginx ${peerCost.toFixed(3)} ms`);
      lines.push(lineOf(`live origin, a ${kind} of ${Math.round(size / 1024)} KB, nginx as peer`, 'responses/s', GOALS[kind], rates));
    }
    await shows.end(show);
    return lines;
  } finally {
    await nginx.stop();
    await shows.close();
  }
};
