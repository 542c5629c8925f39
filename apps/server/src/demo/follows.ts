import { addReaction } from '../modules/reactions/index.ts';
import { DAY_MS, type Seeding, readAccountIds, viewerOf } from './seeding.ts';

/** How many of those after them in the list each performer follows. */
const FOLLOWED = 5;
const SINCE_DAYS = 30;

/** Seeds follows between performers, so that their home feeds aren't empty. */
export const seedFollows = async ({ base, cast, at, signal, platform }: Seeding): Promise<void> => {
  const ids = await readAccountIds(platform);
  const then = at(new Date(base.getTime() - SINCE_DAYS * DAY_MS));
  for (const [place, { username }] of cast.performers.entries())
    for (const other of cast.performers
      .slice(place + 1)
      .concat(cast.performers.slice(0, place))
      .slice(0, FOLLOWED)) {
      signal.throwIfAborted();
      const follow = { action: 'follow', objectType: 'performer', objectId: ids.get(other.username)! } as const;
      await addReaction(then, viewerOf(ids.get(username)!, username), null, follow, undefined);
    }
};
