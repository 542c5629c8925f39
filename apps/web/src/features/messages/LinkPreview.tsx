import type { PrivateMessage } from '@stagedoor/contract/conversations';
import { classes } from '../../ui/classes.ts';
import { Picture } from '../../ui/Picture.tsx';
import type from '../../ui/type.module.css';
import styles from './message.module.css';

/** What the page says of itself that a message's link leads to; the host as it is, so that look-alikes show. */
export const LinkPreview = ({ preview }: { preview: NonNullable<PrivateMessage['preview']> }) => (
  <a className={styles.preview} href={preview.url} target="_blank" rel="noopener noreferrer nofollow ugc">
    {preview.picture ? <Picture picture={preview.picture} alt="" sizes="320px" className={styles.previewPicture} /> : null}
    <span className={styles.previewWords}>
      <span className={classes(type.tiny, type.faint, type.clip)}>{preview.host}</span>
      <span className={type.strong}>
        <bdi>{preview.title}</bdi>
      </span>
      {preview.description ? (
        <span className={classes(type.small, type.quiet, styles.previewText)}>
          <bdi>{preview.description}</bdi>
        </span>
      ) : null}
    </span>
  </a>
);
