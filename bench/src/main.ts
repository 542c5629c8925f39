import { parseArgs } from 'node:util';
import { adminLists } from './admin-lists.ts';
import { backup } from './backup.ts';
import { chat } from './chat.ts';
import { copies } from './copies.ts';
import { contentReads } from './content-reads.ts';
import { gatewayCallbacks } from './gateway-callbacks.ts';
import { homeFeed } from './home-feed.ts';
import { likes } from './likes.ts';
import { discover } from './discover.ts';
import { encoding } from './encoding.ts';
import { conversationLists } from './conversation-lists.ts';
import { idleSockets } from './idle-sockets.ts';
import { messages } from './messages.ts';
import { livePlaylists } from './live-playlists.ts';
import { liveEdge } from './live/edge.ts';
import { liveEngines } from './live/engines.ts';
import { liveLatency } from './live/latency.ts';
import { liveWaysIn } from './live/ways-in.ts';
import { liveOrigin } from './live/origin.ts';
import { liveShow } from './live-show.ts';
import { metadata } from './metadata.ts';
import { pageSpeed } from './page-speed.ts';
import { logInStorm } from './log-in-storm.ts';
import { payouts } from './payouts.ts';
import { profilePage } from './profile-page.ts';
import { publishFeed } from './publish-feed.ts';
import { purchase } from './purchase.ts';
import { reels } from './reels.ts';
import { type Bound, type Line, printBound, printLine } from './rounds.ts';
import { seats } from './seats.ts';
import { heavyBench } from './scale/heavy.ts';
import { scaleBench } from './scale/scale.ts';
import { searchFillBench } from './scale/search-fill.ts';
import { type Stage, openStage } from './stage.ts';
import { start } from './start.ts';

// `npm run bench [name …]`: runs each bench on a separate database, `heavy`, `search-fill` and `scale` on the bench world:
// `npm run bench scale [-- --scale 0.1] [-- --line profile]`, `npm run bench live-latency [-- --minutes 10]`. Exit code 1 when a goal is missed.
const { values: options, positionals: selected } = parseArgs({
  allowPositionals: true,
  options: { scale: { type: 'string', default: '1' }, line: { type: 'string' }, minutes: { type: 'string', default: '1' } },
});

/** @returns whether every goal was reached */
const printAll = (result: Line | readonly (Line | Bound)[]): boolean =>
  [result]
    .flat()
    .map((one) => ('ratio' in one ? printLine(one) : printBound(one)))
    .every(Boolean);

/** A bench on an empty database. @returns whether every goal was reached */
const onStage = (bench: (stage: Stage) => Promise<Line | readonly (Line | Bound)[]>) => async (): Promise<boolean> => {
  const stage = await openStage();
  try {
    return printAll(await bench(stage));
  } finally {
    await stage.close();
  }
};

const BENCHES: Record<string, () => Promise<boolean>> = {
  purchase: onStage(purchase),
  metadata: onStage(metadata),
  'gateway-callbacks': onStage(gatewayCallbacks),
  payouts: onStage(payouts),
  'admin-lists': onStage(adminLists),
  'home-feed': onStage(homeFeed),
  'content-reads': onStage(contentReads),
  'publish-feed': onStage(publishFeed),
  likes: onStage(likes),
  chat: onStage(chat),
  sockets: onStage(idleSockets),
  messages: onStage(messages),
  conversations: onStage(conversationLists),
  'profile-page': onStage(profilePage),
  'live-engines': onStage(liveEngines),
  'live-show': onStage(liveShow),
  'live-latency': onStage((stage) => liveLatency(stage, Number(options.minutes))),
  'live-origin': onStage(liveOrigin),
  'live-edge': onStage(liveEdge),
  'live-ways-in': onStage(liveWaysIn),
  'live-playlists': async () => printAll(await livePlaylists()),
  seats: async () => printAll(seats()),
  backup: async () => printAll(await backup()),
  start: async () => printAll(await start()),
  'page-speed': onStage(pageSpeed),
  reels: onStage(reels),
  copies: async () => printAll(await copies()),
  encoding: async () => printAll(await encoding()),
  'log-in-storm': onStage(logInStorm),
  discover: onStage((stage) => discover(stage, Number(options.scale))),
  heavy: () => heavyBench({ scale: Number(options.scale) }),
  'search-fill': () => searchFillBench({ scale: Number(options.scale) }),
  scale: () => scaleBench({ scale: Number(options.scale), line: options.line }),
};

const unknown = selected.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`There is no bench named ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(2);
}
let missed = false;
for (const [name, bench] of Object.entries(BENCHES)) {
  if (selected.length > 0 && !selected.includes(name)) continue;
  missed = !(await bench()) || missed;
}
process.exit(missed ? 1 : 0);
