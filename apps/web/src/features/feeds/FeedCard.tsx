import type { FeedView } from '@stagedoor/contract/feeds';
import { useSession } from '../../app/session.tsx';
import { PostMedia, PostText } from '../../ui/Post.tsx';
import { useText } from '../../ui/text.ts';
import type { ItemCardProps } from '../items/card-registry.ts';
import { ItemMedia } from '../items/ItemMedia.tsx';
import { ItemPost } from '../items/ItemPost.tsx';
import { ItemTile, type ItemTileProps } from '../items/ItemTile.tsx';
import { useUnlock } from '../items/use-unlock.ts';
import { FeedPoll } from '../polls/FeedPoll.tsx';

/** A post in a list or on its own page; locked posts are unlocked in place. */
export const FeedCard = ({ item: given, onChange }: ItemCardProps<FeedView>) => {
  const t = useText();
  const user = useSession();
  const unlock = useUnlock(given);
  const { item: feed } = unlock;
  const label = t('feed.by', { name: feed.performer.name });
  const isText = feed.type === 'text';
  const hasText = feed.text !== '' && !(isText && !feed.access.allowed);
  return (
    <ItemPost item={feed} label={label}>
      {hasText ? <PostText>{feed.text}</PostText> : null}
      {!isText || !feed.access.allowed ? (
        <PostMedia>
          <ItemMedia unlock={unlock} label={label} lockedTitle={isText ? t('feed.lockedText') : ''} onChange={onChange} />
        </PostMedia>
      ) : null}
      {feed.poll ? <FeedPoll poll={feed.poll} isOwn={user?._id === feed.performer._id} /> : null}
    </ItemPost>
  );
};

/** A post as a tile: its picture, else its words. */
export const FeedTile = ({ item: feed, big }: ItemTileProps<FeedView>) => (
  <ItemTile item={feed} big={big} name={useText()('feed.title', { name: feed.performer.name })} quote={feed.text} />
);
