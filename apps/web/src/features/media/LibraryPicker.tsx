import type { MediaItem } from '@stagedoor/contract/media';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { LibraryGrid } from './LibraryGrid.tsx';
import { MediaThumb, useMediaName } from './MediaThumb.tsx';
import styles from './media.module.css';
import { useLibrary } from './use-library.ts';

interface LibraryPickerProps {
  onClose: () => void;
  onPick: (items: readonly MediaItem[]) => void;
  /** Restricts to one type. */
  kind?: 'image' | 'video' | undefined;
  most: number;
  /** Several videos, also with pictures, may be picked. */
  mixed?: boolean;
  /** The fan they are picked for: what they bought is marked. */
  fanId?: string | undefined;
}

/** Picks files of the library for a post. */
export const LibraryPicker = ({ onClose, onPick, kind, most, mixed = false, fanId }: LibraryPickerProps) => {
  const t = useText();
  const nameOf = useMediaName();
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<readonly MediaItem[]>([]);
  const library = useLibrary({ q, kind, fanId });
  const press = (item: MediaItem) => {
    if (chosen.some(({ _id }) => _id === item._id)) return setChosen(chosen.filter(({ _id }) => _id !== item._id));
    // A video can't be combined with other files.
    if (!mixed && (item.kind === 'video' || chosen.some((one) => one.kind === 'video'))) return setChosen([item]);
    setChosen([...chosen, item].slice(-most));
  };
  return (
    <Sheet
      opened
      onClose={onClose}
      title={t('media.fromLibrary')}
      width={720}
      foot={
        <Button
          kind="gold"
          wide
          disabled={chosen.length === 0}
          onClick={() => {
            onPick(chosen);
            onClose();
          }}
        >
          {t('media.use', { count: chosen.length })}
        </Button>
      }
    >
      <div className={styles.sheet}>
        <SearchField label={t('media.search')} value={q} maxLength={60} onChange={(event) => setQ(event.currentTarget.value)} />
        <LibraryGrid
          library={library}
          items={library.items.filter(({ state }) => state !== 'failed')}
          empty={<Empty title={t(q ? 'media.noneFound' : 'media.emptyTitle')} level={3} />}
        >
          {(item) => {
            const at = chosen.findIndex(({ _id }) => _id === item._id);
            return (
              <button
                type="button"
                className={classes(styles.tile, at >= 0 && styles.chosen)}
                aria-pressed={at >= 0}
                onClick={() => press(item)}
              >
                <span className={type.hidden}>{nameOf(item)}</span>
                <MediaThumb item={item} />
                {item.isBought ? <span className={styles.owned}>{t('media.bought')}</span> : null}
                {at >= 0 ? (
                  <span className={styles.tick} aria-hidden="true">
                    {chosen.length > 1 ? at + 1 : <IconCheck size={16} stroke={2.5} />}
                  </span>
                ) : null}
              </button>
            );
          }}
        </LibraryGrid>
      </div>
    </Sheet>
  );
};
