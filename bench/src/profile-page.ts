import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePeople } from './people.ts';
import { type Line, alternate, lineOf, load, startOurs, startServer } from './rounds.ts';
import type { Stage } from './stage.ts';

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 8;

/** A public profile, signed out, warm, against the same page rendered from data in memory; the pages of a video and of a gallery against it. */
export const profilePage = async (stage: Stage): Promise<readonly Line[]> => {
  await makePeople(stage, 3, 0);
  await stage.sql.query(`
    insert into items (id, kind, performer_id, title, audience, price_amount, state, published_at)
    select bench_id('profile' || n), 'feed', bench_id('person1'), 'Post ' || n, (array['everyone', 'subscribers', 'buyers'])[1 + n % 3],
      case when n % 3 = 2 then 450 end, 'active', now() - make_interval(hours => n) from generate_series(1, 30) n`);
  await stage.sql.query(`
    insert into items (id, kind, performer_id, title, audience, state, published_at)
    select bench_id(k || n), k, bench_id('person1'), initcap(k) || ' ' || n, 'everyone', 'active', now() - make_interval(hours => n)
    from generate_series(1, 12) n, unnest(array['video', 'gallery']) k`);
  await stage.sql.query(`insert into item_counters (item_id) select id from items`);
  await stage.sql.query(`insert into feeds (id) select id from items where kind = 'feed'`);
  await stage.sql.query(`insert into videos (id) select id from items where kind = 'video'`);
  await stage.sql.query(`insert into galleries (id) select id from items where kind = 'gallery'`);
  await stage.sql.query(`insert into item_contents (item_id, title, text) select id, title, 'Out of the kiln this morning.' from items`);
  const ours = await startOurs(stage, {
    LOG_LEVEL: 'silent',
    ROLES: 'web',
    WEB: '1',
    PUBLIC_URL: 'http://localhost:8080',
  });
  const read = async (path: string): Promise<unknown> => (await fetch(ours.url + path)).json();
  const profile = (await read('/api/performers/person1')) as { data: { _id: string } };
  const fixed = {
    path: '/person1',
    replies: {
      '/performers/person1': profile,
      '/feeds': await read(`/api/feeds?performerId=${profile.data._id}&limit=10`),
      '/performer-assets/products/search': await read(`/api/performer-assets/products/search?performerId=${profile.data._id}&limit=1`),
    },
    context: {
      locale: 'en',
      texts: await read('/i18n/text/en'),
      textsVersion: 'x',
      languages: [{ locale: 'en', name: 'English', isRightToLeft: false }],
      nonce: 'nonce',
      settings: ((await read('/api/settings/public')) as { data: unknown }).data,
      session: null,
      gate: null,
      origin: 'http://localhost:8080',
    },
  };
  // By a file: all texts are more than one variable of the environment holds.
  const file = join(stage.dataDirectory, 'fixed-profile.json');
  await writeFile(file, JSON.stringify(fixed));
  const peer = await startServer('./servers/fixed-profile.ts', { FIXED: file });
  try {
    const measure =
      (url: string, path = '/person1') =>
      () =>
        load({ url: url + path, connections: CONNECTIONS, seconds: SECONDS });
    const { rows } = await stage.sql.query<{ video: string; gallery: string }>(
      `select bench_id('video1') as video, bench_id('gallery1') as gallery`,
    );
    const [video, gallery] = [measure(ours.url, `/videos/${rows[0]!.video}`), measure(ours.url, `/galleries/${rows[0]!.gallery}`)];
    await Promise.all([measure(ours.url)(), measure(peer.url)(), video(), gallery()]);
    return [
      lineOf('profile page, signed out, warm', 'pages/s', 1, await alternate(ROUNDS, measure(ours.url), measure(peer.url))),
      lineOf('video page, against the profile page', 'pages/s', 0.9, await alternate(ROUNDS, video, measure(ours.url))),
      lineOf('gallery page, against the profile page', 'pages/s', 0.9, await alternate(ROUNDS, gallery, measure(ours.url))),
    ];
  } finally {
    await Promise.all([ours.stop(), peer.stop()]);
  }
};
