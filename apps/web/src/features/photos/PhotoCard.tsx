import type { PhotoView } from '@stagedoor/contract/photos';
import { PostMedia } from '../../ui/Post.tsx';
import { useText } from '../../ui/text.ts';
import type { ItemCardProps } from '../items/card-registry.ts';
import { ItemMedia } from '../items/ItemMedia.tsx';
import { ItemPost } from '../items/ItemPost.tsx';
import { ItemTile, type ItemTileProps } from '../items/ItemTile.tsx';
import { useUnlock } from '../items/use-unlock.ts';

/** A photo in a list; unlocked in place. */
export const PhotoCard = ({ item: given, onChange }: ItemCardProps<PhotoView>) => {
  const t = useText();
  const unlock = useUnlock(given);
  const { item: photo } = unlock;
  const label = t('photos.by', { name: photo.performer.name });
  return (
    <ItemPost item={photo} label={label}>
      <PostMedia>
        <ItemMedia unlock={unlock} label={label} lockedTitle={label} onChange={onChange} />
      </PostMedia>
    </ItemPost>
  );
};

/** A photo as a tile. */
export const PhotoTile = ({ item: photo, big }: ItemTileProps<PhotoView>) => (
  <ItemTile item={photo} big={big} isSingle name={useText()('photos.by', { name: photo.performer.name })} />
);
