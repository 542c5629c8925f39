import { classes } from './classes.ts';
import styles from './Skeleton.module.css';
import { useText } from './text.ts';
import type from './type.module.css';

interface SkeletonProps {
  width?: number | string;
  height?: number | string;
  /** Instead of a height: the aspect ratio of the media. */
  ratio?: string;
  round?: boolean;
  /** Only media shimmer; lines of text don't. */
  shimmer?: boolean;
  className?: string | undefined;
}

/** A grey placeholder with the exact shape of the content. */
export const Skeleton = ({ width, height, ratio, round, shimmer, className }: SkeletonProps) => (
  <span
    className={classes(styles.skeleton, ratio && styles.media, round && styles.round, shimmer && styles.shimmer, className)}
    style={{ width, height, ...(ratio ? { aspectRatio: ratio } : {}) }}
    aria-hidden="true"
  />
);

/** Announces loading once to screen readers. */
const Loading = () => (
  <span className={type.hidden} role="status">
    {useText()('ui.loading')}
  </span>
);

/** The placeholder of a post card. */
export const PostSkeleton = ({ ratio = '16 / 10' }: { ratio?: string }) => (
  <div className={styles.post}>
    <Loading />
    <div className={styles.head}>
      <Skeleton width={44} height={44} round />
      <div className={styles.lines}>
        <Skeleton width="38%" height={14} />
        <Skeleton width="24%" height={11} />
      </div>
    </div>
    <Skeleton ratio={ratio} shimmer />
    <div className={styles.acts}>
      <Skeleton width={52} height={18} />
      <Skeleton width={44} height={18} />
      <Skeleton width={44} height={18} />
    </div>
  </div>
);

/** The placeholder of rows with a round picture: people, conversations, movements. */
export const RowsSkeleton = ({ rows = 5, size = 44, square }: { rows?: number; size?: number; square?: boolean }) => (
  <div>
    <Loading />
    {Array.from({ length: rows }, (_, index) => (
      <div className={styles.row} key={index}>
        <Skeleton width={size} height={size} round={!square} />
        <div className={styles.lines}>
          <Skeleton width={`${52 - (index % 3) * 9}%`} height={13} />
          <Skeleton width={`${34 - (index % 2) * 8}%`} height={11} />
        </div>
        <Skeleton width={56} height={16} />
      </div>
    ))}
  </div>
);

/** The placeholder of a media grid. */
export const GridSkeleton = ({ tiles = 6, ratio = '1' }: { tiles?: number; ratio?: string }) => (
  <div className={styles.grid}>
    <Loading />
    {Array.from({ length: tiles }, (_, index) => (
      <Skeleton key={index} ratio={ratio} shimmer />
    ))}
  </div>
);

/** The placeholder of figure tiles; optionally with the chart below. */
export const TilesSkeleton = ({ tiles, height = 144, chart }: { tiles: number; height?: number; chart?: boolean }) => (
  <div>
    <Loading />
    <div className={styles.tiles}>
      {Array.from({ length: tiles }, (_, index) => (
        <Skeleton key={index} height={height} className={styles.tile} />
      ))}
    </div>
    {chart ? <Skeleton height={340} className={classes(styles.tile, styles.chart)} /> : null}
  </div>
);
