import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { classes } from '../../ui/classes.ts';
import { Curtain } from '../../ui/LockedMedia.tsx';
import { MovingPicture } from '../../ui/MovingPicture.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import type { OpenedRef } from './item-calls.ts';
import { mosaicOf, type TileSize } from './mosaic.ts';
import styles from './photo-mosaic.module.css';
import { PhotoLightbox } from './PhotoLightbox.tsx';
import { usePhotos } from './use-photos.ts';
import type { Unlock } from './use-unlock.ts';

/** Tiles of a locked item; the last one counts the rest. */
const LOCKED_TILES = 9;
/** Parts of the one blurred preview, so that the tiles differ. */
const PARTS = ['50% 50%', '20% 30%', '80% 70%', '35% 80%', '70% 20%', '10% 60%', '90% 40%', '55% 15%', '30% 50%'] as const;

const WIDTHS: Record<TileSize, string> = {
  row: '(min-width: 1180px) 800px, 100vw',
  big: '(min-width: 1180px) 400px, 100vw',
  wide: '(min-width: 1180px) 400px, 50vw',
  one: '(min-width: 1180px) 200px, 50vw',
};

const Open = ({ item }: { item: OpenedRef }) => {
  const t = useText();
  const [index, setIndex] = useState<number | null>(null);
  const { photos, renew, fresh } = usePhotos(item);
  const sizes = mosaicOf(photos.length);
  return (
    <>
      <ul className={styles.mosaic}>
        {photos.map((photo, at) => (
          <li key={photo._id} className={styles[sizes[at] ?? 'one']}>
            {photo.animation ? (
              <MovingPicture
                picture={photo}
                animation={photo.animation}
                name={item.performer.name}
                eager={at === 0}
                onError={() => void renew()}
                sizes={WIDTHS[sizes[at] ?? 'one']}
                className={styles.tile}
              />
            ) : (
              <button
                type="button"
                className={styles.tile}
                aria-label={t('items.openPhoto', { index: at + 1 })}
                onClick={() => void fresh().then(() => setIndex(at))}
              >
                <Picture picture={photo} alt="" eager={at === 0} onError={() => void renew()} sizes={WIDTHS[sizes[at] ?? 'one']} />
              </button>
            )}
          </li>
        ))}
      </ul>
      <PhotoLightbox photos={photos} name={item.performer.name} index={index} onClose={() => setIndex(null)} />
    </>
  );
};

/** The tiles of a locked item are parts of its preview under the curtain; they are not pressed: the price button is beside them. */
const Locked = ({ item }: { item: OpenedRef }) => {
  const t = useText();
  const { photos } = item.counts;
  const shown = Math.min(photos, LOCKED_TILES);
  const preview = item.preview?.sources[0]?.url;
  return (
    <>
      <p className={type.hidden}>{t('items.lockedPhotos', { count: photos })}</p>
      <ul className={styles.mosaic} aria-hidden="true">
        {mosaicOf(shown).map((size, at) => (
          <li key={PARTS[at]} className={styles[size]}>
            <span className={classes(styles.tile, styles.isLocked, !preview && styles.bare)}>
              {preview ? <img src={preview} alt="" style={{ transformOrigin: PARTS[at] }} decoding="async" /> : null}
              {at === shown - 1 && photos > shown ? (
                <span className={styles.rest}>+{photos - shown}</span>
              ) : (
                <IconLock size={20} stroke={1.75} className={styles.lock} />
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
};

/** The photos of an item as a mosaic; locked ones under the curtain, which parts when it is bought. */
export const PhotoMosaic = ({ unlock }: { unlock: Unlock }) => {
  const { item, state, onParted } = unlock;
  if (!item.access.allowed) return <Locked item={item} />;
  return (
    <div className={styles.stage}>
      <Open item={item} />
      {state === 'parting' ? <Curtain onParted={onParted} /> : null}
    </div>
  );
};
