import type { FeedView } from '@stagedoor/contract/feeds';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../app/browser-call.ts';
import { loginFor } from '../../app/guard.ts';
import { useSession } from '../../app/session.tsx';
import { useViewerWatermark } from '../../app/viewer-watermark.ts';
import { Button } from '../../ui/Button.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Lightbox } from '../../ui/Lightbox.tsx';
import { LockedMedia } from '../../ui/LockedMedia.tsx';
import { Picture, sourceFor } from '../../ui/Picture.tsx';
import { useText } from '../../ui/text.ts';
import { VideoPlayer } from '../../ui/VideoPlayer.tsx';
import { withPurchase } from '../checkout/interrupted-purchase.ts';
import styles from './feeds.module.css';
import { usePhotos } from './use-photos.ts';
import { useReaction } from './use-reaction.ts';
import type { useUnlock } from './use-unlock.ts';

/** Loaded on the first press: most purchases are paid from the wallet, in place. */
const SubscribeSheet = lazy(async () => ({ default: (await import('../checkout/SubscribeSheet.tsx')).SubscribeSheet }));
const TeaserFilm = lazy(async () => ({ default: (await import('./TeaserFilm.tsx')).TeaserFilm }));
const TopUpSheet = lazy(async () => ({ default: (await import('../wallet/TopUpSheet.tsx')).TopUpSheet }));
const UnlockSheet = lazy(async () => ({ default: (await import('../checkout/UnlockSheet.tsx')).UnlockSheet }));

/** Number of pictures a card shows before counting the rest. */
const SHOWN = 4;

/** The media of an open post. */
const OpenMedia = ({ feed }: { feed: FeedView }) => {
  const t = useText();
  const [index, setIndex] = useState<number | null>(null);
  const { name } = feed.performer;
  const mark = useViewerWatermark();
  const { photos, renew, fresh } = usePhotos(feed);
  if (feed.video) {
    const { video } = feed;
    const poster = video.poster ? sourceFor(video.poster, 1080) : undefined;
    return (
      <VideoPlayer
        title={feed.title || t('feed.by', { name })}
        hls={video.hls}
        mp4={video.mp4}
        previews={video.previews}
        captions={video.captions}
        mark={mark}
        durationSeconds={video.durationSeconds}
        renew={async () => (await call('GET /feeds/{id}', { params: { id: feed._id } })).video}
        {...(poster ? { poster } : {})}
        ratio={video.width && video.height ? `${video.width} / ${video.height}` : '16 / 9'}
      />
    );
  }
  const shown = photos.slice(0, SHOWN);
  const rest = photos.length - shown.length;
  const single = photos.length === 1 ? photos[0] : undefined;
  return (
    <>
      <div className={single ? undefined : styles.grid}>
        {shown.map((photo, at) => (
          <button
            key={photo._id}
            type="button"
            className={styles.shot}
            style={{
              aspectRatio: single
                ? `${photo.width} / ${Math.min(photo.height, Math.round(photo.width * 1.25))}`
                : shown.length === 2
                  ? '3 / 4'
                  : '4 / 3',
            }}
            aria-label={t('feed.openPicture', { index: at + 1 })}
            onClick={() => void fresh().then(() => setIndex(at))}
          >
            <Picture
              picture={photo}
              alt=""
              onError={() => void renew()}
              sizes={single || (at === 0 && shown.length % 2 === 1) ? '(min-width: 820px) 632px, 100vw' : '(min-width: 820px) 316px, 50vw'}
            />
            {rest > 0 && at === shown.length - 1 ? <span className={styles.rest}>+{rest}</span> : null}
          </button>
        ))}
      </div>
      <Lightbox
        index={index}
        mark={mark}
        onClose={() => setIndex(null)}
        slides={photos.map((photo, at) => ({
          src: sourceFor(photo, 1600) ?? '',
          alt: t('feed.picture', { index: at + 1, name }),
          width: photo.width,
          height: photo.height,
          srcSet: photo.sources.map(({ width, url }) => ({ src: url, width, height: Math.round((width * photo.height) / photo.width) })),
        }))}
      />
    </>
  );
};

/** A post's media: open, or under the curtain with the cheapest access option on the button. */
export const FeedMedia = ({ unlock, onChange }: { unlock: ReturnType<typeof useUnlock>; onChange?: () => void }) => {
  const t = useText();
  const format = useFormat();
  const user = useSession();
  const navigate = useNavigate();
  const address = useLocation();
  const { feed, state, receipt } = unlock;
  const [watching, setWatching] = useState(false);
  const [sheet, setSheet] = useState<'subscribe' | 'topUp' | 'unlock' | null>(null);
  const follow = useReaction({ objectType: 'performer', objectId: feed.performer._id, action: 'follow' }, { active: false, total: 0 });
  const ratio = feed.preview ? `${feed.preview.width} / ${Math.min(feed.preview.height, Math.round(feed.preview.width * 0.75))}` : '16 / 7';

  if (feed.access.allowed) {
    if (state === 'locked') return <OpenMedia feed={feed} />;
    return (
      <LockedMedia state={state} onParted={unlock.onParted} {...(receipt ? { receipt: { tokens: receipt.amount, to: '/wallet' } } : {})}>
        <OpenMedia feed={feed} />
      </LockedMedia>
    );
  }

  const [way] = feed.access.waysIn;
  const press = () => {
    if (!user) return void navigate(loginFor(address.pathname + address.search));
    if (way?.kind === 'subscribe') return setSheet('subscribe');
    if (state === 'short') return setSheet('topUp');
    // The card shows the unlocked media; refetching the list would remove the receipt.
    void unlock.unlock();
  };
  const onFollow = async () => {
    await follow.toggle();
    onChange?.();
  };
  const preview = feed.preview?.sources[0]?.url;
  const { teaser } = feed;
  const offer =
    way && way.kind !== 'follow'
      ? { label: t(way.kind === 'buy' ? 'feed.unlock' : 'feed.subscribe'), tokens: way.price, money: way.money }
      : undefined;
  return (
    <>
      <LockedMedia
        state={state}
        layout="beside"
        ratio={ratio}
        {...(preview ? { preview } : {})}
        title={feed.title || (feed.type === 'text' ? t('feed.lockedText') : '')}
        {...(way?.kind === 'subscribe'
          ? { line: t('feed.renews') }
          : { seconds: feed.counts.videoSeconds, photos: feed.counts.photos, unlocks: feed.counts.unlocks })}
        {...(offer ? { offer } : {})}
        film={
          teaser && watching ? (
            <Suspense>
              <TeaserFilm feed={feed} teaser={teaser} />
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
        {...(unlock.error ? { reason: unlock.error.message } : {})}
        action={
          way?.kind === 'follow' ? (
            <Button kind="gold" onClick={() => void onFollow()}>
              {t('feed.follow')}
            </Button>
          ) : undefined
        }
        other={
          user && way?.kind === 'buy' && state !== 'paying' ? (
            <Button kind="glass" size="sm" wide aria-haspopup="dialog" onClick={() => setSheet('unlock')}>
              {t('feed.otherWays')}
            </Button>
          ) : undefined
        }
        onOffer={press}
      />
      {sheet === 'subscribe' ? (
        <Suspense>
          <SubscribeSheet
            username={feed.performer.username}
            onClose={() => setSheet(null)}
            onSubscribed={() => {
              setSheet(null);
              onChange?.();
            }}
          />
        </Suspense>
      ) : null}
      {sheet === 'unlock' ? (
        <Suspense>
          <UnlockSheet feedId={feed._id} onClose={() => setSheet(null)} />
        </Suspense>
      ) : null}
      {sheet === 'topUp' && way ? (
        <Suspense>
          <TopUpSheet
            needed={way.price}
            returnTo={withPurchase(address, { kind: 'unlock', feed: feed._id, coupon: null })}
            onClose={() => setSheet(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
};
