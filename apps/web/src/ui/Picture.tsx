import type { Picture as PictureShape } from '@stagedoor/contract/shapes';
import { classes } from './classes.ts';
import styles from './Video.module.css';

interface PictureProps {
  picture: PictureShape;
  /** Alternative text; empty when adjacent text describes it. */
  alt: string;
  /** The `sizes` attribute of the image: its display width. */
  sizes?: string;
  /** Load with priority: the largest element of a screen. */
  eager?: boolean;
  className?: string | undefined;
  /** Called when no source could be loaded. */
  onError?: () => void;
}

/** The URL of the smallest source at least `width` wide, else the largest. */
export const sourceFor = (picture: PictureShape, width: number): string | undefined =>
  (picture.sources.find((source) => source.width >= width) ?? picture.sources.at(-1))?.url;

const srcSetOf = (sources: readonly { width: number; url: string }[]): string =>
  sources.map((source) => `${source.url} ${source.width}w`).join(', ');

/** A picture in the sizes and formats the server made; fills its box. */
export const Picture = ({ picture, alt, sizes = '(min-width: 820px) 632px, 100vw', eager, className, onError }: PictureProps) => {
  const image = (
    <img
      className={classes(styles.picture, className)}
      src={sourceFor(picture, 1080)}
      srcSet={srcSetOf(picture.sources)}
      sizes={sizes}
      width={picture.width}
      height={picture.height}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      onError={onError}
    />
  );
  if (!picture.avif) return image;
  return (
    <picture className={styles.forms}>
      <source type="image/avif" srcSet={srcSetOf(picture.avif)} sizes={sizes} />
      {image}
    </picture>
  );
};
