import { lazy, Suspense } from 'react';
import { useText } from '../../../ui/text.ts';
import { classes } from '../../../ui/classes.ts';
import type from '../../../ui/type.module.css';
import type { DraftFile } from './draft-files.ts';
import styles from './composer.module.css';

const FilmCaptions = lazy(async () => ({ default: (await import('../../media/FilmCaptions.tsx')).FilmCaptions }));

/** Captions of the film of an item, once the film is sent: also while it is being encoded. */
export const CaptionsSection = ({ film }: { film: DraftFile }) => {
  const t = useText();
  if (film.error || film.uploaded?.state === 'failed') return null;
  return (
    <div className={styles.ask}>
      {film.uploaded ? (
        <Suspense>
          <FilmCaptions key={film.uploaded._id} fileId={film.uploaded._id} />
        </Suspense>
      ) : (
        <>
          <span className={classes(type.small, type.strong)}>{t('media.captions')}</span>
          <span className={classes(type.tiny, type.faint)}>{t('media.captionsLater')}</span>
        </>
      )}
    </div>
  );
};
