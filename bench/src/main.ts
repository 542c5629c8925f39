import { contentReads } from './content-reads.ts';
import { homeFeed } from './home-feed.ts';
import { likes } from './likes.ts';
import { liveShow } from './live-show.ts';
import { pageSpeed } from './page-speed.ts';
import { logInStorm } from './log-in-storm.ts';
import { profilePage } from './profile-page.ts';
import { publishFeed } from './publish-feed.ts';
import { purchase } from './purchase.ts';
import { type Bound, type Line, printBound, printLine } from './rounds.ts';
import { type Stage, openStage } from './stage.ts';

// `npm run bench [name …]`: runs each bench on a separate database. Exit code 1 when a goal is missed.
const BENCHES: Record<string, (stage: Stage) => Promise<Line | readonly (Line | Bound)[]>> = {
  purchase,
  'home-feed': homeFeed,
  'content-reads': contentReads,
  'publish-feed': publishFeed,
  likes,
  'profile-page': profilePage,
  'live-show': liveShow,
  'page-speed': pageSpeed,
  'log-in-storm': logInStorm,
};

const selected = process.argv.slice(2);
const unknown = selected.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`There is no bench named ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(2);
}
let missed = false;
for (const [name, bench] of Object.entries(BENCHES)) {
  if (selected.length > 0 && !selected.includes(name)) continue;
  const stage = await openStage();
  try {
    const result = await bench(stage);
    const isOk = [result]
      .flat()
      .map((one) => ('ratio' in one ? printLine(one) : printBound(one)))
      .every(Boolean);
    missed = !isOk || missed;
  } finally {
    await stage.close();
  }
}
process.exit(missed ? 1 : 0);
