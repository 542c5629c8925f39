import { makePosts } from './home-feed.ts';
import { makePeople, openSession } from './people.ts';
import { type Line, alternate, lineOf, load, startOurs, startServer } from './rounds.ts';
import type { Stage } from './stage.ts';

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 16;
const PERFORMERS = 20;

/** A public profile as data, a post and a video that the caller can't see: each against a bare server's one prepared query. */
export const contentReads = async (stage: Stage): Promise<readonly Line[]> => {
  const fan = PERFORMERS + 1;
  await makePeople(stage, PERFORMERS, 1);
  await makePosts(stage, fan, { performers: PERFORMERS, postsEach: 200, subscriptions: PERFORMERS / 2 });
  await stage.sql.query('vacuum analyze');
  const token = await openSession(stage, fan);
  // Of a performer whom the fan doesn't subscribe to, for subscribers.
  const lockedOf = async (kind: string): Promise<string> => {
    const { rows } = await stage.sql.query<{ id: string }>(
      `select i.id from items i where i.performer_id = bench_id('person' || $1::int) and i.audience = 'subscribers' and i.kind = $2 limit 1`,
      [PERFORMERS, kind],
    );
    return rows[0]!.id;
  };
  const [id, videoId] = [await lockedOf('feed'), await lockedOf('video')];
  const [ours, bare] = await Promise.all([
    startOurs(stage, {
      LOG_LEVEL: 'silent',
      ROLES: 'web',
    }),
    startServer('./servers/bare-reads.ts', { DATABASE_URL: stage.ownerUrl }),
  ]);
  const get =
    (url: string, headers = {}) =>
    () =>
      load({ url, connections: CONNECTIONS, seconds: SECONDS, headers });
  const answer = await fetch(`${ours.url}/api/feeds/${id}`, { headers: { authorization: token } });
  const { data } = (await answer.json()) as { data: { access: { allowed: boolean } } };
  if (data.access.allowed) throw new Error('the post of the bench is not locked');
  const against = async (name: string, goal: number, mine: () => Promise<number>, peer: () => Promise<number>): Promise<Line> => {
    await Promise.all([mine(), peer()]);
    return lineOf(name, 'requests/s', goal, await alternate(ROUNDS, mine, peer));
  };
  try {
    return [
      await against('public profile, JSON', 0.8, get(`${ours.url}/api/performers/person1`), get(`${bare.url}/profile/person1`)),
      await against('locked post', 0.65, get(`${ours.url}/api/feeds/${id}`, { authorization: token }), get(`${bare.url}/post/${id}`)),
      await against(
        'locked video',
        0.7,
        get(`${ours.url}/api/performer-assets/videos/${videoId}`, { authorization: token }),
        get(`${bare.url}/post/${videoId}`),
      ),
    ];
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
  }
};
