import type { OwnItem } from '@stagedoor/contract/items';
import { IconAlertCircle, IconHourglass } from '@tabler/icons-react';
import { useData } from '../../../app/data.ts';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import styles from './composer.module.css';

/** What a performer should know of the review before publishing: that one follows, where it is, why it was rejected. Nothing while none is required. */
export const ReviewNote = ({ own }: { own: Pick<OwnItem, 'state' | 'rejection' | 'files'> | null | undefined }) => {
  const t = useText();
  const { data } = useData('GET /performer/review', {});
  const rejection = own?.state === 'draft' ? own.rejection : null;
  if (rejection)
    return (
      <p className={classes(styles.review, styles.rejected)}>
        <IconAlertCircle size={20} stroke={1.75} aria-hidden="true" />
        <span>
          <b>{t('reviews.notApproved')}</b> <bdi>{rejection.note}</bdi>
        </span>
      </p>
    );
  const text =
    own?.state === 'review'
      ? 'reviews.waits'
      : !data?.isRequired || own?.state === 'taken-down'
        ? null
        : own?.state === 'active'
          ? own.files.length > 0
            ? 'reviews.newFiles'
            : 'reviews.newWords'
          : 'reviews.follows';
  return text ? (
    <p className={styles.review}>
      <IconHourglass size={20} stroke={1.75} aria-hidden="true" />
      <span>{t(text)}</span>
    </p>
  ) : null;
};
