import type { FeedView } from '@stagedoor/contract/feeds';
import { useData } from '../../app/data.ts';
import { ItemGrid } from '../../features/item-lists/ItemList.tsx';
import { GridSkeleton } from '../../ui/Skeleton.tsx';
import layout from '../../ui/layout.module.css';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** Posts below one. */
const RELATED = 6;

/** More posts of its performer; loaded after the page, which shows the post. */
export const MorePosts = ({ feed }: { feed: FeedView }) => {
  const t = useText();
  const { performer } = feed;
  const { data, isPending } = useData('GET /feeds', { query: { performerId: performer._id, limit: RELATED + 1 } });
  const others = (data?.data ?? []).filter(({ _id }) => _id !== feed._id).slice(0, RELATED);
  if (others.length === 0 && !isPending) return null;
  const title = t('feed.more', { name: performer.name });
  return (
    <section aria-labelledby="more" className={layout.more}>
      <h2 id="more" className={type.heading}>
        {title}
      </h2>
      {isPending ? <GridSkeleton tiles={RELATED} /> : <ItemGrid items={others} label={title} even />}
    </section>
  );
};
