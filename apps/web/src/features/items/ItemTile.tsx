import { IconAlignLeft, IconLock, IconPhoto, IconPinnedFilled, IconPlayerPlayFilled, IconUsers, IconVideo } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { itemPage } from '../../app/item-page.ts';
import { PriceTag, useAmountText } from '../../ui/Amount.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { MediaTile } from '../../ui/MediaTile.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import type { ItemRef } from './item-calls.ts';
import styles from './items.module.css';

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** Type and amount of media, as an icon and a number. */
const Inside = ({ item }: { item: ItemRef }) => {
  const format = useFormat();
  const { photos, videoSeconds } = item.counts;
  if (videoSeconds !== null) {
    return (
      <span className={styles.inside}>
        <IconVideo {...ICON} />
        {format.clock(videoSeconds)}
      </span>
    );
  }
  if (photos > 1 || (photos === 1 && !item.access.allowed)) {
    return (
      <span className={styles.inside}>
        <IconPhoto {...ICON} />
        {format.count(photos)}
      </span>
    );
  }
  return item.access.allowed ? null : (
    <span className={styles.inside}>
      <IconAlignLeft {...ICON} />
    </span>
  );
};

const topOf = (item: ItemRef, t: ReturnType<typeof useText>): ReactNode => {
  if (item.isPinned) {
    return (
      <Chip tone="glass" icon={<IconPinnedFilled size={14} />}>
        {t('feed.pinned')}
      </Chip>
    );
  }
  if (item.access.allowed || item.access.reason === 'buyers') return null;
  return (
    <Chip tone="glass" icon={<IconUsers size={14} stroke={1.75} />}>
      {t(`feed.audience.${item.access.reason}`)}
    </Chip>
  );
};

export interface ItemTileProps<Item extends ItemRef = ItemRef> {
  item: Item;
  /** Two rows high on a desktop, full width on a phone. */
  big: boolean;
}

interface OwnProps extends ItemTileProps {
  /** Its name when it has no title. */
  name: string;
  /** Text instead of a picture. */
  quote?: string;
  /** The picture that stands for it; its first photo or its film's poster by default. */
  picture?: ItemRef['preview'];
  /** Its title is shown on small tiles too. */
  titled?: boolean;
  /** It is one picture: there is nothing to count. */
  isSingle?: boolean;
}

/** An item as a tile of a mosaic, linked to its page. */
export const ItemTile = ({ item, big, name, quote = '', picture: given, titled, isSingle }: OwnProps) => {
  const t = useText();
  const format = useFormat();
  const written = useAmountText();
  const { access, counts } = item;
  const locked = !access.allowed;
  const price = access.allowed ? undefined : access.waysIn.find((way) => way.kind === 'buy' && access.reason === 'buyers')?.price;
  const picture = given ?? item.photos[0] ?? item.video?.poster ?? undefined;
  const label = [
    item.isPinned ? t('feed.pinned') : '',
    locked ? t(`feed.lockedFor.${access.reason}`) : '',
    item.title || (locked ? '' : quote) || name,
    counts.photos > 0 && !isSingle ? t('ui.photos', { count: counts.photos }) : '',
    counts.videoSeconds === null ? '' : `${t('ui.video')} ${format.clock(counts.videoSeconds)}`,
    price === undefined ? '' : written(price),
  ]
    .filter(Boolean)
    .join('. ');
  const words =
    (big || titled) && item.title ? (
      <span className={type.clip}>
        <bdi>{item.title}</bdi>
      </span>
    ) : null;
  const hasFoot = price !== undefined || counts.videoSeconds !== null || counts.photos > 1 || words !== null || locked;
  return (
    <MediaTile
      to={itemPage(item.kind, item._id) ?? `/${item.performer.username}`}
      label={label}
      big={big}
      locked={locked}
      preview={item.preview?.sources[0]?.url}
      {...(picture
        ? {
            picture: (
              <Picture picture={picture} alt="" sizes={big ? '(min-width: 820px) 340px, 100vw' : '(min-width: 820px) 240px, 50vw'} />
            ),
          }
        : {})}
      quote={quote || item.title}
      top={topOf(item, t)}
      foot={
        hasFoot ? (
          <>
            <span className={classes(styles.footWords, titled && styles.titled)}>
              {item.video && !titled ? <IconPlayerPlayFilled size={14} aria-hidden="true" /> : null}
              {isSingle ? locked && price !== undefined ? <IconLock {...ICON} /> : null : <Inside item={item} />}
              {words}
            </span>
            {price === undefined ? locked ? <IconLock {...ICON} /> : null : <PriceTag tokens={price} />}
          </>
        ) : undefined
      }
    />
  );
};
