import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, use, useState } from 'react';
import { useViewerWatermark } from '../../app/viewer-watermark.ts';
import { Button } from '../../ui/Button.tsx';
import { useFormat } from '../../ui/format.tsx';
import { LockedMedia } from '../../ui/LockedMedia.tsx';
import { MovingPicture } from '../../ui/MovingPicture.tsx';
import { Picture, sourceFor } from '../../ui/Picture.tsx';
import { useText } from '../../ui/text.ts';
import { VideoPlayer } from '../../ui/VideoPlayer.tsx';
import { missingFor } from '../wallet/fitting-top-up.ts';
import { useTopUp } from '../wallet/use-top-up.ts';
import { AccessSheets } from './AccessSheets.tsx';
import { FirstMedia } from './first-media.ts';
import type { OpenedRef } from './item-calls.ts';
import styles from './items.module.css';
import { loadItem } from './load-item.ts';
import { PhotoLightbox } from './PhotoLightbox.tsx';
import { useItemAccess } from './use-item-access.ts';
import { usePhotos } from './use-photos.ts';
import type { Unlock } from './use-unlock.ts';

const TeaserFilm = lazy(async () => ({ default: (await import('./TeaserFilm.tsx')).TeaserFilm }));

/** Number of pictures a card shows before counting the rest. */
const SHOWN = 4;

/** The film of an open item. */
const Film = ({ item, video, label }: { item: OpenedRef; video: NonNullable<OpenedRef['video']>; label: string }) => {
  const mark = useViewerWatermark();
  // The recording of an audio show has no picture of its own.
  const face = video.width === null ? (item.performer.avatar ?? undefined) : undefined;
  const poster = video.poster ? sourceFor(video.poster, 1080) : face;
  return (
    <VideoPlayer
      title={item.title || label}
      hls={video.hls}
      mp4={video.mp4}
      previews={video.previews}
      captions={video.captions}
      mark={mark}
      durationSeconds={video.durationSeconds}
      renew={async () => (await loadItem(item)).video}
      {...(poster ? { poster } : {})}
      ratio={video.width && video.height ? `${video.width} / ${video.height}` : '16 / 9'}
    />
  );
};

/** The photos of an open item: up to four, the last one with the number of the others. */
const Photos = ({ item }: { item: OpenedRef }) => {
  const t = useText();
  const isFirst = use(FirstMedia);
  const [index, setIndex] = useState<number | null>(null);
  const { photos, renew, fresh } = usePhotos(item);
  const shown = photos.slice(0, SHOWN);
  const rest = photos.length - shown.length;
  const single = photos.length === 1 ? photos[0] : undefined;
  return (
    <>
      <div className={single ? undefined : styles.grid}>
        {shown.map((photo, at) => {
          const aspectRatio = single
            ? `${photo.width} / ${Math.min(photo.height, Math.round(photo.width * 1.25))}`
            : shown.length === 2
              ? '3 / 4'
              : '4 / 3';
          const isCut = rest > 0 && at === shown.length - 1;
          const still = {
            picture: photo,
            eager: isFirst && at === 0,
            onError: () => void renew(),
            sizes: single || (at === 0 && shown.length % 2 === 1) ? '(min-width: 820px) 632px, 100vw' : '(min-width: 820px) 316px, 50vw',
          };
          if (photo.animation && !isCut)
            return (
              <MovingPicture
                key={photo._id}
                {...still}
                animation={photo.animation}
                name={item.performer.name}
                className={styles.shot}
                style={{ aspectRatio }}
              />
            );
          return (
            <button
              key={photo._id}
              type="button"
              className={styles.shot}
              style={{ aspectRatio }}
              aria-label={t('feed.openPicture', { index: at + 1 })}
              onClick={() => void fresh().then(() => setIndex(at))}
            >
              <Picture {...still} alt="" />
              {isCut ? <span className={styles.rest}>+{rest}</span> : null}
            </button>
          );
        })}
      </div>
      <PhotoLightbox photos={photos} name={item.performer.name} index={index} onClose={() => setIndex(null)} />
    </>
  );
};

interface ItemMediaProps {
  unlock: Unlock;
  /** Name of the item for a player without a title: "Post by Ines". */
  label: string;
  /** Title below the curtain, for an item without one. */
  lockedTitle?: string;
  /** The viewer followed or subscribed. */
  onChange?: (() => void) | undefined;
  /** The price button beside the words, or below them where there is little room. */
  layout?: 'beside' | 'under';
  /** Open media of the kind's own, instead of its film or photos. */
  children?: ReactNode;
}

/** An item's media: open, or under the curtain with the cheapest access option on the button. */
export const ItemMedia = ({ unlock, label, lockedTitle = '', layout = 'beside', onChange, children }: ItemMediaProps) => {
  const t = useText();
  const format = useFormat();
  const { item, state, receipt } = unlock;
  const [watching, setWatching] = useState(false);
  const access = useItemAccess(unlock, onChange);
  const { way } = access;
  const topUp = useTopUp(state === 'short' && way && way.kind !== 'follow' ? missingFor(way.price, unlock.balance ?? 0) : 0);

  if (item.access.allowed) {
    const open = children ?? (item.video ? <Film item={item} video={item.video} label={label} /> : <Photos item={item} />);
    if (state === 'locked') return open;
    return (
      <LockedMedia state={state} onParted={unlock.onParted} {...(receipt ? { receipt: { tokens: receipt.amount, to: '/wallet' } } : {})}>
        {open}
      </LockedMedia>
    );
  }

  const ratio = item.preview ? `${item.preview.width} / ${Math.min(item.preview.height, Math.round(item.preview.width * 0.75))}` : '16 / 7';
  const preview = item.preview?.sources[0]?.url;
  const { teaser } = item;
  const offer =
    way && way.kind !== 'follow'
      ? { label: t(way.kind === 'buy' ? 'feed.unlock' : 'feed.subscribe'), tokens: way.price, money: way.money }
      : undefined;
  return (
    <>
      <LockedMedia
        state={state}
        layout={layout}
        ratio={ratio}
        {...(preview ? { preview } : {})}
        title={item.title || lockedTitle}
        {...(way?.kind === 'subscribe'
          ? { line: t('feed.renews') }
          : { seconds: item.counts.videoSeconds, photos: item.counts.photos, unlocks: item.counts.unlocks })}
        {...(offer ? { offer } : {})}
        topUp={topUp}
        film={
          teaser && watching ? (
            <Suspense>
              <TeaserFilm item={item} teaser={teaser} />
            </Suspense>
          ) : null
        }
        watch={
          teaser ? (
            <Button kind="glass" size="sm" icon={<IconPlayerPlayFilled size={20} />} onClick={() => setWatching(true)}>
              {t('feed.watchTeaser')} {teaser.durationSeconds ? format.clock(teaser.durationSeconds) : null}
            </Button>
          ) : null
        }
        {...(unlock.balance === null ? {} : { balance: unlock.balance })}
        {...(unlock.reason === null ? {} : { reason: unlock.reason })}
        action={
          way?.kind === 'follow' ? (
            <Button kind="gold" onClick={() => void access.follow()}>
              {t('feed.follow')}
            </Button>
          ) : undefined
        }
        other={
          access.otherWays ? (
            <Button kind="glass" size="sm" wide aria-haspopup="dialog" onClick={() => access.setSheet('unlock')}>
              {t(access.otherWays)}
            </Button>
          ) : undefined
        }
        onOffer={access.press}
      />
      <AccessSheets item={item} access={access} onChange={onChange} />
    </>
  );
};
