import type { ReactNode } from 'react';
import { Link } from 'react-router';
import curtain from './Curtain.module.css';
import styles from './MediaTile.module.css';
import { classes } from './classes.ts';
import type from './type.module.css';

interface MediaTileProps {
  /** Link target. */
  to: string;
  /** Accessible name: type, whether it is locked, contents. */
  label: string;
  /** The picture; `cover` fills the tile. Without one the tile shows `quote`. */
  picture?: ReactNode;
  /** URL of the server's blurred preview: the tile is shown below the curtain. */
  preview?: string | undefined;
  locked?: boolean;
  /** Text instead of a picture. */
  quote?: ReactNode;
  /** At the upper edge: a chip. */
  top?: ReactNode;
  /** At the lower edge: contents and price. */
  foot?: ReactNode;
  /** Two rows high on a desktop, full width on a phone. */
  big?: boolean;
}

/** A tile of a mosaic, as one link; locked ones are covered by the curtain. */
export const MediaTile = ({ to, label, picture, preview, locked, quote, top, foot, big }: MediaTileProps) => (
  <li className={classes(styles.cell, big && styles.big)}>
    <Link to={to} className={classes(styles.tile, !locked && styles.open, !picture && !locked && styles.words)}>
      <span className={type.hidden}>{label}</span>
      {locked ? (
        <>
          {preview ? <img className={curtain.blurred} src={preview} alt="" loading="lazy" decoding="async" /> : null}
          <span className={classes(curtain.folds, !preview && curtain.velvet)} />
        </>
      ) : (
        picture
      )}
      {!locked && !picture ? (
        <span className={styles.quote} aria-hidden="true">
          {quote}
        </span>
      ) : null}
      {!locked && picture && foot ? <span className={styles.shade} /> : null}
      {top ? (
        <span className={styles.top} aria-hidden="true">
          {top}
        </span>
      ) : null}
      {foot ? (
        <span className={styles.foot} aria-hidden="true">
          {foot}
        </span>
      ) : null}
    </Link>
  </li>
);

interface MosaicProps {
  label: string;
  /** Goes on below another. */
  below?: boolean;
  children: ReactNode;
}

/** Tiles in three uneven columns; two on a phone. */
export const Mosaic = ({ label, below, children }: MosaicProps) => (
  <ul className={classes(styles.mosaic, below && styles.below)} aria-label={label}>
    {children}
  </ul>
);
