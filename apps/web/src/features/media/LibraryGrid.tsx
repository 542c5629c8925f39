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
  /** Which of its files. */
  items: readonly MediaItem[];
  /** When there is nothing. */
  empty: ReactNode;
  children: (item: MediaItem) => ReactNode;
}

/** Files of the library as squares, a page at a time. @param children what a square holds */
export const LibraryGrid = ({ library, items, empty, children }: LibraryGridProps) => {
  const say = useText();
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
          {say('home.more')}
        </Button>
      ) : null}
    </>
  );
};
