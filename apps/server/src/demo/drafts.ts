import { saveDraft, publishFeed } from '../modules/feeds/index.ts';
import type { CastAudience } from './cast.ts';
import type { SeededPost } from './posts.ts';
import { DAY_MS, type Seeding, readAccountIds, stepKey } from './seeding.ts';

/** Unpublished posts of the demo performer. */
const DRAFTS: readonly {
  title: string;
  text: string;
  audience: CastAudience;
  /** Index of the post whose pictures it has. */
  picturesOf?: number;
  /** Scheduled in so many days at this hour; a draft without. */
  due?: { days: number; hour: number };
}[] = [
  {
    title: 'Doors at half past seven',
    text: 'Second night. The ring goes up first this time, so be in your seat, or at least near it.',
    audience: 'everyone',
    picturesOf: 6,
    due: { days: 1, hour: 20 },
  },
  {
    title: 'The hip wrap, other side',
    text: 'You asked for the right hip. It is the same, mirrored, and twice as rude.',
    audience: 'subscribers',
    picturesOf: 5,
    due: { days: 3, hour: 18 },
  },
  {
    title: 'Chalk, part two',
    text: 'The good block is from the climbers, the bad block is from the internet. Find the photo of my hands.',
    audience: 'subscribers',
    picturesOf: 11,
  },
  { title: '', text: 'Something about the ring and B flat. Ask Ines what she hears.', audience: 'everyone' },
];

/** Seeds drafts and scheduled posts of the first performer. */
export const seedDrafts = async (seeding: Seeding, posts: readonly SeededPost[]): Promise<void> => {
  const { base, cast, platform } = seeding;
  const performer = cast.performers[0]!;
  const performerId = (await readAccountIds(platform)).get(performer.username)!;
  for (const [index, { title, text, audience, picturesOf, due }] of DRAFTS.entries()) {
    const shown = picturesOf === undefined ? undefined : posts.find(({ post }) => post === performer.posts[picturesOf]);
    const files = shown
      ? await platform.database
          .selectFrom('item_files')
          .select('file_id')
          .where('item_id', '=', shown.feedId)
          .where('role', '=', 'content')
          .orderBy('position')
          .execute()
      : [];
    const dueAt = due && new Date(Math.floor(base.getTime() / DAY_MS) * DAY_MS + due.days * DAY_MS + due.hour * 3_600_000);
    const content = {
      title,
      text,
      audience,
      price: null,
      fileIds: files.map((file) => file.file_id),
      thumbnailId: null,
      teaserId: null,
      teaserCut: false,
      participantIds: [],
      producedOn: null,
      pollId: null,
      scheduledAt: dueAt?.toISOString() ?? null,
      expiresAt: null,
    };
    const key = stepKey(performerId, `desk ${index}`);
    await (due ? publishFeed(platform, performerId, content, key) : saveDraft(platform, performerId, content, key));
  }
};
