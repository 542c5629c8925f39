import { sql } from 'kysely';
import { verifyLedger } from '../ledger/index.ts';
import { transact } from '../platform/database/database.ts';
import { doOnce, recordSiteEvent } from '../platform/database/once.ts';
import type { Outbox } from '../platform/events/outbox.ts';
import type { Platform } from '../platform/platform.ts';
import { writePresence } from '../platform/presence/presence.store.ts';
import { refreshFeatured } from '../modules/catalog/index.ts';
import { seedComments } from './comments.ts';
import { applicants, fans, performers, rejected } from './cast.ts';
import { seedMessages } from './messages.ts';
import { seedDrafts } from './drafts.ts';
import { DEMO_BEGUN, DEMO_COMPLETED, findDemo } from './demo-state.ts';
import { reelFilms, seedVideos } from './films.ts';
import { seedGalleries } from './galleries.ts';
import { seedOwnGifts } from './gifts.ts';
import { seedPhotos } from './photos.ts';
import { seedViewers } from './viewers.ts';
import { playStory, seedProfileViews } from './history.ts';
import { portraits, seedAdminAndFans, seedPerformers } from './people.ts';
import { storeAll } from './pictures.ts';
import { promoPictures } from './promos.ts';
import { type PostFiles, postFiles, publishPosts } from './posts.ts';
import { seedFollows } from './follows.ts';
import { seedCategories } from './categories.ts';
import { seedSchedule, seedTipMenus } from './schedule.ts';
import { seedShops } from './shop.ts';
import { type Cast, type Seeding, forgetSteps, readAccountIds, readDoneSteps } from './seeding.ts';

const WHOLE_CAST: Cast = { performers, fans, applicants, rejected };

export interface SeedOptions {
  platform: Platform;
  outbox: Pick<Outbox, 'drain'>;
  signal: AbortSignal;
  /** Receives one short line for each stage. */
  say: (line: string) => void;
  /** Fewer people, for tests. */
  cast?: Cast;
}

/** Mails to the people of the demo, whose addresses are nobody's. */
const MAIL_JOBS = ['accounts:sendMail', 'notifications:sendMail'];

/**
 * Seeds a database without accounts with the demo data, through the regular use cases. Resumes an interrupted seeding; does nothing when it
 * is complete.
 *
 * @returns whether anything was done
 * @throws Error when the ledger does not balance afterwards
 */
export const seedDemo = async (options: SeedOptions): Promise<boolean> => {
  const { database, clock } = options.platform;
  await doOnce(database, DEMO_BEGUN, async (trx) => {
    const somebody = await trx.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
    return somebody ? undefined : { base: clock.now().toISOString() };
  });
  // One node at a time: the others wait here.
  return database.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(hashtext('demo'))`.execute(connection);
    try {
      const demo = await findDemo(connection);
      if (!demo || demo.isComplete) return false;
      // An interrupted seeding ends the process: its mails are never wanted.
      const enqueueMailsAgain = options.platform.jobs.discard(MAIL_JOBS);
      await seed(options, demo.base);
      enqueueMailsAgain();
      return true;
    } finally {
      await sql`select pg_advisory_unlock(hashtext('demo'))`.execute(connection);
    }
  });
};

const seed = async ({ platform, outbox, signal, say, cast = WHOLE_CAST }: SeedOptions, base: Date): Promise<void> => {
  // Everybody knows the demo's password, which the documents name. Sites for the public refuse its accounts (set-up.ts).
  const newPasswords = { flawOf: async () => null };
  const at = (instant: Date): Platform => ({ ...platform, newPasswords, clock: { now: () => instant } });
  const seeding: Seeding = { cast, base, platform: at(base), at, signal, done: await readDoneSteps(platform) };
  const started = Date.now();
  const stage = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    say(`demo data: ${name}…`);
    return work();
  };

  await stage('accounts', () => seedAdminAndFans(seeding));
  await stage('performers and their documents', () => seedPerformers(seeding));
  const files: PostFiles = new Map();
  await seedCategories(seeding.platform);
  const shops = await seedShops(seeding);
  const missing = [
    ...(await postFiles(seeding, files)),
    ...(await portraits(seeding)),
    ...(await promoPictures(seeding)),
    ...shops.missing,
    ...(await reelFilms(seeding)),
  ];
  if (missing.length > 0) await stage(`${missing.length} pictures and films`, () => storeAll(seeding, missing));
  const posts = await stage('posts', () => publishPosts(seeding, files));
  await stage('galleries', () => seedGalleries(seeding, posts));
  await stage('photos and videos', async () => {
    await seedPhotos(seeding, posts);
    await seedVideos(seeding, posts);
  });
  await stage('gifts', () => seedOwnGifts(seeding));
  await stage('coming shows and tip menus', async () => {
    await seedSchedule(seeding);
    await seedTipMenus(seeding);
  });
  await stage('six weeks of visits, likes, talk and payments', async () => {
    await seedProfileViews(seeding);
    await seedFollows(seeding);
    await playStory(seeding, posts, shops.ids);
    await seedComments(seeding, posts);
    await seedViewers(seeding);
    await seedDrafts(seeding, posts);
    // Tips become lines of conversations.
    await outbox.drain();
    await seedMessages(seeding);
    await outbox.drain();
    await refreshFeatured(platform);
  });
  await stage('checking the ledger', async () => {
    const { ok, checks } = await verifyLedger(platform.database);
    if (!ok)
      throw new Error(
        `The demo data’s ledger does not balance: ${checks
          .filter((check) => !check.ok)
          .map(({ name, detail }) => `${name} (${detail})`)
          .join('; ')}`,
      );
  });
  await complete(seeding, platform);
  say(`demo data: done in ${Math.round((Date.now() - started) / 1000)} s`);
};

/** Sets the last-seen time of people who should appear online to now. */
const complete = async ({ base, cast, platform: past }: Seeding, { database, clock }: Platform): Promise<void> => {
  const ids = await readAccountIds(past);
  await transact(database, undefined, async (trx) => {
    const online = await trx.selectFrom('presence').select('account_id').where('last_seen_at', '=', base).execute();
    await writePresence(
      trx,
      online.map(({ account_id: id }) => ({ id, at: clock.now() })),
    );
    await trx
      .updateTable('performers')
      .set({ featured_position: 1 })
      .where('account_id', '=', ids.get(cast.performers[0]!.username)!)
      .execute();
    await forgetSteps(trx);
    await recordSiteEvent(trx, DEMO_COMPLETED);
  });
};
