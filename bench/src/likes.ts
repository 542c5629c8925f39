import { makePosts } from './home-feed.ts';
import { makePeople, openSession } from './people.ts';
import { type Line, alternate, lineOf, startOurs } from './rounds.ts';
import type { Stage } from './stage.ts';

const LIKES = 100_000;
const FANS = 32;
const ROUNDS = 5;
const SECONDS = 4;
const SIZE = { performers: 4, postsEach: 2, subscriptions: 1 };

/** Likes and unlikes of a post with 100,000 likes, by many fans at once, against those of one with none. */
export const likes = async (stage: Stage): Promise<Line> => {
  const first = SIZE.performers + 1;
  await makePeople(stage, SIZE.performers, LIKES + FANS);
  await makePosts(stage, first, SIZE);
  const [popular, empty] = (
    await stage.sql.query<{ id: string }>(`select bench_id('post1:1') as id union all select bench_id('post2:1')`)
  ).rows.map(({ id }) => id);
  await stage.sql.query(
    `insert into reactions (account_id, action, object_type, object_id)
     select bench_id('person' || $1::int + $2::int + n), 'like', 'feed', $3::uuid from generate_series(0, $4::int - 1) n`,
    [first, FANS, popular, LIKES],
  );
  await stage.sql.query('update item_counters set like_count = $2 where item_id = $1', [popular, LIKES]);
  await stage.sql.query('update items set audience = $1, price_amount = null where id = any($2::uuid[])', ['everyone', [popular, empty]]);
  await stage.sql.query('vacuum analyze');
  const tokens = await Promise.all(Array.from({ length: FANS }, (_, n) => openSession(stage, first + n)));
  const server = await startOurs(stage, {
    LOG_LEVEL: 'silent',
    ROLES: 'web,worker',
  });
  const measure = (objectId: string | undefined) => async (): Promise<number> => {
    const end = performance.now() + SECONDS * 1000;
    let count = 0;
    const body = JSON.stringify({ objectType: 'feed', objectId, action: 'like' });
    const press = async (token: string): Promise<void> => {
      for (let isLiked = false; performance.now() < end; isLiked = !isLiked) {
        const headers = { authorization: token, 'content-type': 'application/json' };
        const { status } = await fetch(`${server.url}/api/reactions`, { method: isLiked ? 'DELETE' : 'POST', headers, body });
        if (status >= 300) throw new Error(`a like answered ${status}`);
        count += 1;
      }
    };
    await Promise.all(tokens.map(press));
    return count / SECONDS;
  };
  try {
    await measure(popular)();
    await measure(empty)();
    return lineOf(
      'a like on 100,000 likes, against one on none',
      'likes/s',
      0.9,
      await alternate(ROUNDS, measure(popular), measure(empty)),
    );
  } finally {
    await server.stop();
  }
};
