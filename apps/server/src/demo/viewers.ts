import { sql } from 'kysely';
import { addComment } from '../modules/comments/index.ts';
import { addReaction } from '../modules/reactions/index.ts';
import { seededRandom, seedOf } from './chance.ts';
import { type Seeding, readAccountIds, stepKey, viewerOf } from './seeding.ts';

/** Whom fans watch and look at besides posts. */
const WATCHED = ['video', 'reel', 'gallery', 'photo'] as const;
/** Only films count their views. */
const FILMS: readonly string[] = ['video', 'reel'];
const MOST_VIEWS = 900;

/** What is said below films, each once. */
const COMMENTS: readonly { fan: number; title: string; text: string }[] = [
  { fan: 0, title: 'Four strings, one breath.', text: 'How does she not run out of bow?' },
  { fan: 3, title: 'Four strings, one breath.', text: 'The silence at the end is the best part.' },
  { fan: 1, title: 'Ten seconds from the top of the silk.', text: 'I held my breath for all ten.' },
  { fan: 2, title: 'Watch the rim.', text: 'Calmest five seconds of my day.' },
  { fan: 4, title: 'Warm-up, day 212.', text: 'See you on day 213.' },
  { fan: 5, title: 'Worth the alarm clock.', text: 'Which ridge is this?' },
  { fan: 1, title: 'Low tide, one take', text: 'The window makes the recording.' },
  { fan: 2, title: 'Centring, slowly', text: 'My own bowls say thank you.' },
];

/** Likes, comments and views of videos, reels, galleries and photos; views as the regular counting would have stored them. */
export const seedViewers = async (seeding: Seeding): Promise<void> => {
  const { platform, cast, signal, base } = seeding;
  const ids = await readAccountIds(platform);
  const fans = cast.fans.flatMap(({ username }) => (ids.has(username) ? [{ username, id: ids.get(username)! }] : []));
  const items = await platform.database
    .selectFrom('items')
    .select(['id', 'kind', 'title', 'audience'])
    .where('kind', 'in', [...WATCHED])
    .where('state', '=', 'active')
    .where('parent_id', 'is', null)
    .orderBy('id')
    .execute();
  for (const { id, kind, title, audience } of items) {
    signal.throwIfAborted();
    const random = seededRandom(seedOf(`${title} viewers`));
    const share = 0.15 + 0.6 * random();
    for (const fan of fans) {
      if (random() > share) continue;
      const like = { action: 'like', objectType: kind as (typeof WATCHED)[number], objectId: id } as const;
      await addReaction(platform, viewerOf(fan.id, fan.username), null, like, undefined);
    }
    for (const { fan, title: of, text } of COMMENTS) {
      const author = fans[fan];
      if (of !== title || audience !== 'everyone' || !author) continue;
      const said = { objectType: kind as (typeof WATCHED)[number], objectId: id, content: text } as const;
      await addComment(platform, viewerOf(author.id, author.username), null, said, undefined, stepKey(author.id, `said ${id} ${text}`));
    }
    if (!FILMS.includes(kind)) continue;
    const views = Math.round(MOST_VIEWS * share * (0.2 + random()));
    await sql`update item_counters set view_count = ${views} where item_id = ${id}::uuid`.execute(platform.database);
    await sql`
      insert into item_view_days (item_id, day, views) values (${id}::uuid, (${base}::timestamptz at time zone 'UTC')::date - 1, ${views})
      on conflict (item_id, day) do nothing`.execute(platform.database);
  }
};
