import type { MediaItem } from '@stagedoor/contract/media';
import { IconAlertTriangle, IconPlayerPlayFilled, IconVideo } from '@tabler/icons-react';
import { useFormat } from '../../ui/format.tsx';
import { sourceFor } from '../../ui/Picture.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './media.module.css';

/** A library file as a square: its picture, length, encoding progress, or failure. */
export const MediaThumb = ({ item }: { item: MediaItem }) => {
  const t = useText();
  const format = useFormat();
  const address = item.picture ? sourceFor(item.picture, 320) : undefined;
  return (
    <span className={styles.thumb}>
      {address ? <img src={address} alt="" loading="lazy" decoding="async" /> : <IconVideo size={26} stroke={1.75} aria-hidden="true" />}
      {item.state === 'processing' ? (
        <span className={styles.state}>{t('model.fileWorking', { percent: format.percent(Math.round(item.progress * 100)) })}</span>
      ) : item.state === 'failed' ? (
        <span className={styles.state}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
          {t('model.fileFailed')}
        </span>
      ) : item.kind === 'video' && item.durationSeconds !== null ? (
        <span className={styles.length}>
          <IconPlayerPlayFilled size={12} aria-hidden="true" />
          <span className={type.num}>{format.clock(item.durationSeconds)}</span>
        </span>
      ) : null}
    </span>
  );
};

/** The accessible name of a file: its name, or its type. */
export const useMediaName = () => {
  const t = useText();
  const format = useFormat();
  return (item: MediaItem): string => item.name || t(`media.unnamed.${item.kind}`, { date: format.date(item.createdAt, 'dayTime') });
};
