import { Agent, get } from 'node:http';
import { type ReadPlaylist, readPlaylist } from './playlist-client.ts';

/** A viewer's experience, in counts that add up over many viewers. */
export interface HlsViewing {
  playlists: number;
  /** Init segments and parts. */
  pieces: number;
  bytes: number;
  /** Answers by `X-Cache`: HIT, MISS, BYPASS and so on. */
  caches: Record<string, number>;
  /** Milliseconds that reloads took beyond the first, summed up, and the slowest one. */
  reloadMs: number;
  slowestReloadMs: number;
  /** Parts that a reload brought beyond the one that was asked for: how far behind the viewer was. */
  partsBehind: number;
  /** Breaches of the rules for servers (draft-pantos-hls-rfc8216bis), and refusals. */
  faults: string[];
}

export const emptyViewing = (): HlsViewing => ({
  playlists: 0,
  pieces: 0,
  bytes: 0,
  caches: {},
  reloadMs: 0,
  slowestReloadMs: 0,
  partsBehind: 0,
  faults: [],
});

interface Fetched {
  status: number;
  body: Buffer;
}

const MAX_FAULTS = 5;

/** The part that a player asks for next. */
const nextOf = ({ segments }: ReadPlaylist): { number: number; part: number } => {
  const last = segments.at(-1)!;
  return last.uri === undefined ? { number: last.number, part: last.parts.length } : { number: last.number + 1, part: 0 };
};

/** Tells what an update of a playlist changes that it may not. */
const breachOf = (before: ReadPlaylist, after: ReadPlaylist): string | undefined => {
  if (after.segments[0]!.number < before.segments[0]!.number) return 'the media sequence went back';
  for (const known of before.segments) {
    const now = after.segments.find(({ number }) => number === known.number);
    if (!now) continue;
    if (known.uri !== undefined && (now.uri !== known.uri || now.duration !== known.duration)) return `segment ${known.number} changed`;
    if (now.discontinuity !== known.discontinuity || now.init !== known.init) return `segment ${known.number} moved`;
    if (now.parts.length > 0 && known.parts.some((part, index) => now.parts[index] !== part)) return `parts of ${known.number} changed`;
  }
  return undefined;
};

/**
 * Watches a show by LL-HLS as the site's player does: reloads that wait for the next part, delta updates, and each part once, without the token where
 * the server says so. It checks every playlist against the one before.
 */
export const watchHls = async (url: string, { token, signal }: { token?: string; signal: AbortSignal }): Promise<HlsViewing> => {
  const viewing = emptyViewing();
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  let isOpen = false;
  const fault = (text: string): void => {
    if (viewing.faults.length < MAX_FAULTS && !signal.aborted) viewing.faults.push(text);
  };
  const load = (address: URL): Promise<Fetched> =>
    new Promise((resolve, reject) => {
      const isMedia = !address.pathname.endsWith('.m3u8');
      const headers = token === undefined || (isMedia && isOpen) ? {} : { authorization: `Bearer ${token}` };
      const request = get(address, { agent, headers, signal }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          if (!isMedia) isOpen = response.headers['x-media-access'] === 'open';
          const cache = String(response.headers['x-cache'] ?? 'none');
          viewing.caches[cache] = (viewing.caches[cache] ?? 0) + 1;
          const body = Buffer.concat(chunks);
          viewing.bytes += body.length;
          if (response.statusCode !== 200) fault(`${address.pathname}${address.search}: ${response.statusCode}`);
          resolve({ status: response.statusCode!, body });
        });
      });
      request.on('error', reject);
    });
  const loadPiece = async (uri: string): Promise<void> => {
    const { status, body } = await load(new URL(uri, url));
    viewing.pieces += 1;
    const type = body.toString('latin1', 4, 8);
    if (status === 200 && type !== 'moof' && type !== 'ftyp') fault(`${uri} is no media`);
  };
  const reload = async (before: ReadPlaylist): Promise<ReadPlaylist> => {
    const { number, part } = nextOf(before);
    const begun = performance.now();
    const { status, body } = await load(new URL(`?_HLS_msn=${number}&_HLS_part=${part}&_HLS_skip=YES`, url));
    const took = performance.now() - begun;
    if (status !== 200) return before;
    viewing.playlists += 1;
    viewing.reloadMs += took;
    viewing.slowestReloadMs = Math.max(viewing.slowestReloadMs, took);
    const after = readPlaylist(body.toString(), before);
    const breach = breachOf(before, after);
    if (breach) fault(breach);
    const next = nextOf(after);
    const isThere = next.number > number || next.part > part;
    if (!isThere && !after.end.some((line) => line.startsWith('#EXT-X-ENDLIST')))
      fault(`${number}.${part} was waited for and isn’t listed`);
    return after;
  };
  const watch = async (): Promise<void> => {
    const first = await load(new URL(url));
    if (first.status !== 200) return;
    let playlist = readPlaylist(first.body.toString());
    viewing.playlists += 1;
    await loadPiece(playlist.segments.at(-1)!.init);
    const loaded = new Set(playlist.segments.flatMap(({ parts }) => parts));
    let wanted: string[] = [];
    while (!signal.aborted && !playlist.end.some((line) => line.startsWith('#EXT-X-ENDLIST'))) {
      const [next] = await Promise.all([reload(playlist), ...wanted.map(loadPiece)]);
      wanted = next.segments.flatMap(({ parts }) => parts).filter((part) => !loaded.has(part));
      for (const part of wanted) loaded.add(part);
      viewing.partsBehind += Math.max(0, wanted.length - 1);
      playlist = next;
    }
  };
  try {
    await watch();
  } catch (error) {
    fault(String(error));
  } finally {
    agent.destroy();
  }
  return viewing;
};
