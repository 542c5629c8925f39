import type { ReelView } from '@stagedoor/contract/reels';
import { PostMedia } from '../../ui/Post.tsx';
import { useText } from '../../ui/text.ts';
import type { ItemCardProps } from '../items/card-registry.ts';
import { ItemMedia } from '../items/ItemMedia.tsx';
import { ItemPost } from '../items/ItemPost.tsx';
import { ItemTile, type ItemTileProps } from '../items/ItemTile.tsx';
import { useUnlock } from '../items/use-unlock.ts';

/** A reel in a list. */
export const ReelCard = ({ item: given, onChange }: ItemCardProps<ReelView>) => {
  const t = useText();
  const unlock = useUnlock(given);
  const { item: reel } = unlock;
  const label = t('reels.by', { name: reel.performer.name });
  return (
    <ItemPost item={reel} label={label}>
      <PostMedia>
        <ItemMedia unlock={unlock} label={label} lockedTitle={label} onChange={onChange} />
      </PostMedia>
    </ItemPost>
  );
};

/** A reel as a tile. */
export const ReelTile = ({ item: reel, big }: ItemTileProps<ReelView>) => (
  <ItemTile item={reel} big={big} titled name={useText()('reels.by', { name: reel.performer.name })} />
);
