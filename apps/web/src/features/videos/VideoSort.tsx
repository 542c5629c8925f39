import { IconArrowsSort } from '@tabler/icons-react';
import { Button } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import styles from './videos.module.css';

export const SORTS = ['publishedAt', 'popular', 'price'] as const;
/** The ranking of a period besides, which takes no filters. */
export const RANKED = 'ranked';
export type VideoSorting = (typeof SORTS)[number] | typeof RANKED;

/** The menu of a video list's orders. */
export const VideoSort = ({
  chosen,
  label,
  isNarrow,
  textOf,
  onChange,
}: {
  chosen: VideoSorting;
  label: string;
  /** A filter is on: the ranking isn't offered. */
  isNarrow: boolean;
  textOf: (sort: VideoSorting) => string;
  onChange: (sort: VideoSorting) => void;
}) => {
  return (
    <span className={styles.sort}>
      <Menu
        groups={[
          {
            label,
            items: ([...SORTS, ...(isNarrow ? [] : ([RANKED] as const))] as const).map((sort) => ({
              key: sort,
              text: textOf(sort),
              chosen: sort === chosen,
              onSelect: () => onChange(sort),
            })),
          },
        ]}
        target={
          <Button kind="text" size="sm" icon={<IconArrowsSort size={18} stroke={1.75} />}>
            {textOf(chosen)}
          </Button>
        }
      />
    </span>
  );
};
