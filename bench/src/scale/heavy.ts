import { type Bound, type Load, loadWithLatency, printBound, startOurs } from '../rounds.ts';
import { FREQUENT_WORD } from '../world/size.ts';
import { openWorld } from '../world/world.ts';
import { type Audience, type Fan, gatherAudience } from './audience.ts';
import { type Draw, drawOf } from './draws.ts';
import type { Question } from './questions.ts';

/** How many heavy requests are under way at once, and for how long. */
const HEAVY_AT_ONCE = 16;
const SECONDS = 60;
/** Other callers meanwhile. */
const CALLERS = 4;
/** How many times as long as without them others may take, at the 99th percentile. */
const P99_AT_MOST = 3;
/** Longer than a heavy request may wait and run until it is refused. */
const HEAVY_MS_AT_MOST = 45_000;

const asFan = ({ token }: Fan, path: string): Question => ({ path, headers: { authorization: token } });

/** The heaviest request of each kind: deep in lists, a word in every second post, all filters at once, sums over a long history. */
const heavyRequests = ({ seller, admin, discussed, fans }: Audience): Question[] => {
  const fan = fans[0]!;
  const look = 'gender=female&language=en&ethnicity=latin&bodyType=slim&hairColor=black&eyeColor=brown&country=PT&online=true';
  const day = new Date(Date.now() - 399 * 86_400_000).toISOString().slice(0, 10);
  return [
    asFan(fan, '/api/feeds?offset=900000&limit=100'),
    asFan(fan, '/api/feeds?sortBy=price&offset=900000&limit=100'),
    asFan(fan, `/api/feeds?q=${FREQUENT_WORD}&type=video&sortBy=price&sort=asc&limit=100`),
    asFan(fan, `/api/feeds?q=${FREQUENT_WORD}&offset=1000000`),
    asFan(fan, `/api/feeds?performerId=${seller.id}&q=${FREQUENT_WORD}&type=photo&sortBy=updatedAt&offset=40000&limit=100`),
    asFan(fan, '/api/feeds/home-feeds?offset=1000000&type=video&from=following&limit=100'),
    asFan(fan, `/api/search/total?q=${FREQUENT_WORD}`),
    asFan(fan, `/api/performers/search?q=a&${look}&offset=1000000&limit=100`),
    asFan(fan, `/api/comments/search?objectId=${discussed[0]!}&sort=asc&offset=49000&limit=100`),
    asFan(seller, `/api/earning/stats?from=${day}`),
    asFan(seller, '/api/earning/search?offset=190000&limit=100'),
    asFan(seller, `/api/performer/feeds?q=${FREQUENT_WORD}&sortBy=updatedAt&sort=asc&offset=40000&limit=100`),
    asFan(admin, `/api/admin/posts?q=${FREQUENT_WORD}&offset=1000000&limit=100`),
    asFan(admin, '/api/admin/users?q=person&offset=40000&limit=100'),
    asFan(admin, '/api/admin/ledger/transactions?offset=200000&limit=100'),
    asFan(admin, '/api/admin/orders?offset=200000&limit=100'),
  ];
};

/** Calls that must not be held up: home, an item, a profile. */
const lightRequest = (draw: Draw, { fans, posts, performers }: Audience): Question => {
  const fan = draw.any(fans);
  return draw.any([
    () => asFan(fan, '/api/feeds/home-feeds?limit=20'),
    () => asFan(fan, `/api/feeds/${draw.zipf(posts)}`),
    () => asFan(fan, `/api/performers/${draw.zipf(performers).username}`),
  ])();
};

interface Answers {
  answered: number;
  refused: number;
  slowestMs: number;
  slowestPath: string;
}

/** Sends heavy requests one after another until the signal. @throws Error for any answer but 200 and a coded 503 */
const sendHeavy = async (url: string, requests: readonly Question[], first: number, signal: AbortSignal): Promise<Answers> => {
  const answers: Answers = { answered: 0, refused: 0, slowestMs: 0, slowestPath: '' };
  for (let n = first; !signal.aborted; n += 1) {
    const { path, headers } = requests[n % requests.length]!;
    const start = performance.now();
    const response = await fetch(url + path, { headers });
    const body = (await response.json()) as { error?: string };
    const ms = performance.now() - start;
    if (response.status === 200) answers.answered += 1;
    else if (response.status === 503 && body.error === 'UNAVAILABLE') answers.refused += 1;
    else throw new Error(`${path}: ${response.status} ${JSON.stringify(body).slice(0, 300)}`);
    if (ms > answers.slowestMs) Object.assign(answers, { slowestMs: ms, slowestPath: path });
  }
  return answers;
};

/**
 * How long others wait while the heaviest requests of each kind are under way, 16 at once for a minute, on the bench world.
 * @returns whether the goals were reached
 */
export const heavyBench = async ({ scale }: { scale: number }): Promise<boolean> => {
  const world = await openWorld(scale);
  try {
    const audience = await gatherAudience(world);
    const ours = await startOurs(world, {
      LOG_LEVEL: 'error',
      ROLES: 'web',
      PUBLIC_URL: 'http://localhost:8080',
    });
    try {
      const measure = (seed: number, seconds: number): Promise<Load> => {
        const draw = drawOf(seed);
        return loadWithLatency({ url: ours.url, connections: CALLERS, seconds, each: () => lightRequest(draw, audience) });
      };
      await measure(1, 3);
      const alone = await measure(2, 10);
      const requests = heavyRequests(audience);
      const stop = new AbortController();
      const heavy = Promise.all(Array.from({ length: HEAVY_AT_ONCE }, (_, n) => sendHeavy(ours.url, requests, n, stop.signal)));
      let meanwhile: Load;
      try {
        meanwhile = await Promise.race([measure(3, SECONDS), heavy.then(() => Promise.reject(new Error('The heavy requests ended.')))]);
      } finally {
        stop.abort();
      }
      const answers = await heavy;
      const sum = (key: 'answered' | 'refused'): number => answers.reduce((total, one) => total + one[key], 0);
      const slowest = answers.toSorted((a, b) => b.slowestMs - a.slowestMs)[0]!;
      console.log(
        `others alone: ${alone.perSecond.toFixed(0)}/s, p99 ${alone.p99} ms; among heavy requests: ${meanwhile.perSecond.toFixed(0)}/s, p99 ${meanwhile.p99} ms; ` +
          `heavy: ${sum('answered')} answered, ${sum('refused')} refused, slowest ${slowest.slowestPath}`,
      );
      const bounds: Bound[] = [
        {
          name: 'p99 of other calls among heavy ones, by theirs alone',
          unit: 'times',
          measured: meanwhile.p99 / alone.p99,
          atMost: P99_AT_MOST,
        },
        { name: 'slowest heavy request', unit: 'ms', measured: slowest.slowestMs, atMost: HEAVY_MS_AT_MOST },
      ];
      return bounds.map(printBound).every(Boolean);
    } finally {
      await ours.stop();
    }
  } finally {
    await world.close();
  }
};
