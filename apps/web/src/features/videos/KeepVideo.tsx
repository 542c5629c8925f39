import type { VideoView } from '@stagedoor/contract/videos';
import { IconClockPlus, IconClockCheck, IconShare2, IconStar, IconStarFilled } from '@tabler/icons-react';
import { PostAction } from '../../ui/Post.tsx';
import { useText } from '../../ui/text.ts';
import { share } from '../items/share.ts';
import { useReaction } from '../items/use-reaction.ts';

/** The ways of keeping a video: as a favourite, for later, and its link for others. */
export const KeepVideo = ({ video }: { video: VideoView }) => {
  const t = useText();
  const object = { objectType: 'video', objectId: video._id } as const;
  const favourite = useReaction({ ...object, action: 'favourite' }, { active: video.isFavourite, total: 0 });
  const later = useReaction({ ...object, action: 'watchLater' }, { active: video.isWatchLater, total: 0 });
  const icon = { size: 20, stroke: 1.75 };
  return (
    <>
      <PostAction
        label={t('videos.favourite')}
        icon={favourite.active ? <IconStarFilled size={20} /> : <IconStar {...icon} />}
        on={favourite.active}
        onClick={() => void favourite.toggle()}
      />
      <PostAction
        label={t('videos.watchLater')}
        icon={later.active ? <IconClockCheck {...icon} /> : <IconClockPlus {...icon} />}
        on={later.active}
        onClick={() => void later.toggle()}
      />
      <PostAction
        label={t('items.share')}
        icon={<IconShare2 {...icon} />}
        onClick={() => void share({ title: video.title, path: `/videos/${video._id}`, copied: t('items.linkCopied') })}
      />
    </>
  );
};
