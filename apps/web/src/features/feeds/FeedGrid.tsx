import type { FeedView } from '@stagedoor/contract/feeds';
import { IconAlignLeft, IconLock, IconPhoto, IconPinnedFilled, IconPlayerPlayFilled, IconUsers, IconVideo } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PriceTag } from '../../ui/Amount.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { useFormat } from '../../ui/format.tsx';
import { MediaTile, Mosaic } from '../../ui/MediaTile.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './feeds.module.css';

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** Type and amount of media, as an icon and a number. */
const Inside = ({ feed }: { feed: FeedView }) => {
  const format = useFormat();
  const { photos, videoSeconds } = feed.counts;
  if (videoSeconds !== null) {
    return (
      <span className={styles.inside}>
        <IconVideo {...ICON} />
        {format.clock(videoSeconds)}
      </span>
    );
  }
  if (photos > 1 || (photos === 1 && !feed.access.allowed)) {
    return (
      <span className={styles.inside}>
        <IconPhoto {...ICON} />
        {format.count(photos)}
      </span>
    );
  }
  return feed.access.allowed ? null : (
    <span className={styles.inside}>
      <IconAlignLeft {...ICON} />
    </span>
  );
};

const topOf = (feed: FeedView, t: ReturnType<typeof useText>): ReactNode => {
  if (feed.isPinned) {
    return (
      <Chip tone="glass" icon={<IconPinnedFilled size={14} />}>
        {t('feed.pinned')}
      </Chip>
    );
  }
  if (feed.access.allowed || feed.access.reason === 'buyers') return null;
  return (
    <Chip tone="glass" icon={<IconUsers size={14} stroke={1.75} />}>
      {t(`feed.audience.${feed.access.reason}`)}
    </Chip>
  );
};

const FeedTile = ({ feed, big }: { feed: FeedView; big: boolean }) => {
  const t = useText();
  const format = useFormat();
  const { access, counts } = feed;
  const locked = !access.allowed;
  const price = access.allowed ? undefined : access.waysIn.find((way) => way.kind === 'buy' && access.reason === 'buyers')?.price;
  const picture = feed.photos[0] ?? feed.video?.poster ?? undefined;
  const title = feed.title || (locked ? '' : feed.text);
  const label = [
    feed.isPinned ? t('feed.pinned') : '',
    locked ? t(`feed.lockedFor.${access.reason}`) : '',
    title || t('feed.title', { name: feed.performer.name }),
    counts.photos > 0 ? t('ui.photos', { count: counts.photos }) : '',
    counts.videoSeconds === null ? '' : `${t('ui.video')} ${format.clock(counts.videoSeconds)}`,
    price === undefined ? '' : `${format.tokens(price)} ${t('ui.tokensUnit', { count: price })}, ${format.worth(price)}`,
  ]
    .filter(Boolean)
    .join('. ');
  const inside = <Inside feed={feed} />;
  const words = big && feed.title ? <span className={type.clip}>{feed.title}</span> : null;
  const hasFoot = price !== undefined || counts.videoSeconds !== null || counts.photos > 1 || words !== null || locked;
  return (
    <MediaTile
      to={`/feeds/${feed._id}`}
      label={label}
      big={big}
      locked={locked}
      preview={feed.preview?.sources[0]?.url}
      {...(picture
        ? {
            picture: (
              <Picture picture={picture} alt="" sizes={big ? '(min-width: 820px) 340px, 100vw' : '(min-width: 820px) 240px, 50vw'} />
            ),
          }
        : {})}
      quote={feed.text || feed.title}
      top={topOf(feed, t)}
      foot={
        hasFoot ? (
          <>
            <span className={styles.footWords}>
              {feed.video ? <IconPlayerPlayFilled size={14} aria-hidden="true" /> : null}
              {inside}
              {words}
            </span>
            {price === undefined ? locked ? <IconLock {...ICON} /> : null : <PriceTag tokens={price} />}
          </>
        ) : undefined
      }
    />
  );
};

/** Posts as a mosaic: the pinned one first and large; each links to its own page. */
export const FeedGrid = ({ feeds, label }: { feeds: readonly FeedView[]; label: string }) => (
  <Mosaic label={label}>
    {feeds.map((feed, at) => (
      <FeedTile key={feed._id} feed={feed} big={at === 0} />
    ))}
  </Mosaic>
);
