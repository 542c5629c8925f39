import type { MediaItem } from '@stagedoor/contract/media';
import { MediaThumb, useMediaName } from './MediaThumb.tsx';
import styles from './media.module.css';
import { Checkbox } from '../../ui/Check.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

interface LibraryTileProps {
  item: MediaItem;
  isChosen: boolean;
  onOpen: () => void;
  onToggle: () => void;
}

/** A file of the library, which is opened or chosen. */
export const LibraryTile = ({ item, isChosen, onOpen, onToggle }: LibraryTileProps) => {
  const t = useText();
  const nameOf = useMediaName();
  return (
    <>
      <button type="button" className={classes(styles.tile, isChosen && styles.chosen)} aria-haspopup="dialog" onClick={onOpen}>
        <MediaThumb item={item} />
        <span className={styles.caption}>
          <span className={classes(type.small, type.strong, type.clip)}>{nameOf(item)}</span>
          <span className={classes(type.tiny, type.faint)}>
            {item.useCount > 0 ? t('media.useCount', { count: item.useCount }) : t('media.unused')}
          </span>
        </span>
      </button>
      <div className={styles.pickBox}>
        <Checkbox
          label={<span className={type.hidden}>{t('media.choose', { name: nameOf(item) })}</span>}
          checked={isChosen}
          onChange={onToggle}
        />
      </div>
    </>
  );
};
