import type { MediaItem } from '@stagedoor/contract/media';
import type { ReactNode } from 'react';
import { Pending } from '../../app/Pending.tsx';
import { Button } from '../../ui/Button.tsx';
import { GridSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import styles from './media.module.css';
import type { Library } from './use-library.ts';

interface LibraryGridProps {
  library: Library;
  /** Filter of the files. */
  items: readonly MediaItem[];
  /** Shown for an empty library. */
  empty: ReactNode;
  children: (item: MediaItem) => ReactNode;
}

/** Files of the library as a paged grid. @param children the content of a tile */
export const LibraryGrid = ({ library, items, empty, children }: LibraryGridProps) => {
  const t = useText();
  if (items.length === 0 && (library.isPending || library.error)) {
    return (
      <Pending of={library}>
        <GridSkeleton tiles={12} />
      </Pending>
    );
  }
  return (
    <>
      {items.length === 0 ? (
        empty
      ) : (
        <ul className={styles.grid}>
          {items.map((item) => (
            <li key={item._id} className={styles.cell}>
              {children(item)}
            </li>
          ))}
        </ul>
      )}
      {library.hasMore ? (
        <Button kind="lift" busy={library.isLoadingMore} onClick={library.more}>
          {t('home.more')}
        </Button>
      ) : null}
    </>
  );
};
