import { IconArrowsSort } from '@tabler/icons-react';
import { Button } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { useText } from '../../ui/text.ts';
import styles from './videos.module.css';

export const SORTS = ['publishedAt', 'popular', 'price'] as const;
/** The ranking of a period besides, which takes no filters. */
export const RANKED = 'ranked';
export type VideoSorting = (typeof SORTS)[number] | typeof RANKED;

/** The menu of a video list's orders. */
export const VideoSort = ({
  chosen,
  isNarrow,
  onChange,
}: {
  chosen: VideoSorting;
  /** A filter is on: the ranking isn't offered. */
  isNarrow: boolean;
  onChange: (sort: VideoSorting) => void;
}) => {
  const t = useText();
  const sortText = (sort: VideoSorting) => t(sort === RANKED ? 'videos.sort.ranked' : `galleries.sort.${sort}`);
  return (
    <span className={styles.sort}>
      <Menu
        groups={[
          {
            label: t('galleries.sort'),
            items: ([...SORTS, ...(isNarrow ? [] : ([RANKED] as const))] as const).map((sort) => ({
              key: sort,
              text: sortText(sort),
              chosen: sort === chosen,
              onSelect: () => onChange(sort),
            })),
          },
        ]}
        target={
          <Button kind="text" size="sm" icon={<IconArrowsSort size={18} stroke={1.75} />}>
            {sortText(chosen)}
          </Button>
        }
      />
    </span>
  );
};
