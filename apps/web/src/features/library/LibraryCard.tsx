import { IconLock } from '@tabler/icons-react';
import type { LibraryRow } from '@stagedoor/contract/library';
import { Link } from 'react-router';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './library.module.css';

/** The length of a film or the number of photos, in the corner of its picture. */
const insideOf = (row: LibraryRow, t: ReturnType<typeof useText>, format: ReturnType<typeof useFormat>): string | null => {
  if (row.videoSeconds !== null) return format.clock(row.videoSeconds);
  return row.photos > 1 ? t('ui.photos', { count: row.photos }) : null;
};

/** Something of the library, linked to its page. */
export const LibraryCard = ({ row }: { row: LibraryRow }) => {
  const t = useText();
  const format = useFormat();
  const inside = insideOf(row, t, format);
  const kind = t(`library.one.${row.kind}`);
  const seen = row.resumeAt !== null && row.videoSeconds ? Math.round((row.resumeAt / row.videoSeconds) * 100) : null;
  return (
    <li className={styles.card}>
      <Link to={row.link} className={styles.link}>
        <span className={styles.frame}>
          {row.picture ? (
            <Picture picture={row.picture} alt="" sizes="(min-width: 1100px) 300px, (min-width: 560px) 33vw, 50vw" />
          ) : (
            <span className={styles.words} aria-hidden="true">
              {row.title}
            </span>
          )}
          <span className={styles.top}>
            <Chip tone="glass" size="sm" {...(row.isLocked ? { icon: <IconLock size={14} stroke={1.75} aria-hidden="true" /> } : {})}>
              {kind}
            </Chip>
            {row.isLocked ? <span className={type.hidden}>{t('library.locked')}</span> : null}
          </span>
          {inside === null ? null : (
            <span className={styles.inside}>
              <Chip tone="glass" size="sm">
                {inside}
              </Chip>
            </span>
          )}
          {seen === null ? null : (
            <span className={styles.seen} role="img" aria-label={t('library.seen', { percent: seen })}>
              <span style={{ inlineSize: `${seen}%` }} />
            </span>
          )}
        </span>
        <span className={classes(type.small, styles.title)}>
          <bdi>{row.title || kind}</bdi>
        </span>
      </Link>
      <p className={classes(type.tiny, type.quiet, styles.by)}>
        <bdi>{row.performer.name}</bdi>
        {' · '}
        <TimeAgo instant={row.at} />
      </p>
    </li>
  );
};
