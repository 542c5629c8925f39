import {
  IconBookmark,
  IconBookmarkFilled,
  IconCoin,
  IconGift,
  IconHeart,
  IconHeartFilled,
  IconMessageCircle,
  IconShare2,
} from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { itemPage } from '../../app/item-page.ts';
import { useSession } from '../../app/session.tsx';
import { PostAction, PostActions } from '../../ui/Post.tsx';
import { useText } from '../../ui/text.ts';
import { useCommentCount } from './comment-counts.ts';
import { type ActedRef, tippedOf } from './item-calls.ts';
import { ReportButton } from './ReportButton.tsx';
import { useReaction } from './use-reaction.ts';

/** Loaded on the first press. */
const GiftFlow = lazy(async () => ({ default: (await import('./GiftFlow.tsx')).GiftFlow }));
const TipSheet = lazy(async () => ({ default: (await import('./TipSheet.tsx')).TipSheet }));

interface ItemActsProps {
  item: ActedRef;
  pills?: boolean;
  /** Its page has comments; true unless said. */
  hasComments?: boolean;
  /** In place of the bookmark: a kind’s own ways of keeping it. */
  keep?: ReactNode;
}

/** What can be done with an item: like, comment, tip, give a gift, save. */
export const ItemActs = ({ item, pills, keep, hasComments = true }: ItemActsProps) => {
  const t = useText();
  const user = useSession();
  const [tipping, setTipping] = useState(false);
  const [giving, setGiving] = useState(0);
  const object = { objectType: item.kind, objectId: item._id } as const;
  const like = useReaction({ ...object, action: 'like' }, { active: item.isLiked, total: item.counts.likes });
  const bookmark = useReaction({ ...object, action: 'bookmark' }, { active: item.isBookmarked, total: 0 });
  const comments = useCommentCount(item);
  const page = itemPage(item.kind, item._id) ?? '';
  const { performer } = item;
  const share = async () => {
    const way = await import('./share.ts');
    await way.share({ title: item.title || performer.name, path: page, copied: t('items.linkCopied') });
  };
  return (
    <>
      <PostActions pills={pills}>
        <PostAction
          label={t('feed.like')}
          icon={like.active ? <IconHeartFilled size={20} /> : <IconHeart size={20} stroke={1.75} />}
          count={like.total}
          on={like.active}
          action="like"
          onClick={() => void like.toggle()}
        />
        {hasComments ? (
          <PostAction
            label={t('comments.title')}
            icon={<IconMessageCircle size={20} stroke={1.75} />}
            count={comments}
            to={`${page}#comments`}
          />
        ) : null}
        {user?._id === performer._id ? null : (
          <>
            <PostAction label={t('feed.tip')} showLabel icon={<IconCoin size={20} stroke={1.75} />} onClick={() => setTipping(true)} />
            <PostAction label={t('gifts.give')} icon={<IconGift size={20} stroke={1.75} />} onClick={() => setGiving(giving + 1)} />
          </>
        )}
        {keep ?? (
          <>
            <PostAction label={t('items.share')} icon={<IconShare2 size={20} stroke={1.75} />} end onClick={() => void share()} />
            <PostAction
              label={t(bookmark.active ? 'feed.saved' : 'feed.save')}
              icon={bookmark.active ? <IconBookmarkFilled size={20} /> : <IconBookmark size={20} stroke={1.75} />}
              on={bookmark.active}
              action="save"
              onClick={() => void bookmark.toggle()}
            />
          </>
        )}
        {pills ? <ReportButton item={item} /> : null}
      </PostActions>
      {tipping ? (
        <Suspense>
          <TipSheet performer={performer} item={tippedOf(item)} onClose={() => setTipping(false)} />
        </Suspense>
      ) : null}
      {giving > 0 ? (
        <Suspense>
          <GiftFlow key={giving} performer={performer} item={tippedOf(item)} onDone={() => setGiving(0)} />
        </Suspense>
      ) : null}
    </>
  );
};
