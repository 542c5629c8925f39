import { DeleteSheet } from './DeleteSheet.tsx';
import { MediaSheet } from './MediaSheet.tsx';
import styles from './media.module.css';
import type { useMediaSelection } from './use-media-selection.ts';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** Acts on chosen files, and the sheets of a file: its facts, and its deletion. */
export const ChosenMedia = ({ selection }: { selection: ReturnType<typeof useMediaSelection> }) => {
  const t = useText();
  const { chosen, setChosen, deleting, setDeleting, opened, setOpened } = selection;
  return (
    <>
      {chosen.length > 0 ? (
        <div className={styles.bar} role="region" aria-label={t('media.chosen', { count: chosen.length })}>
          <span className={type.strong}>{t('media.chosen', { count: chosen.length })}</span>
          <span className={styles.foot}>
            <Button kind="lift" onClick={() => setChosen([])}>
              {t('ui.cancel')}
            </Button>
            <Button kind="bad" onClick={() => setDeleting(chosen)}>
              {t('media.delete')}
            </Button>
          </span>
        </div>
      ) : null}
      <MediaSheet
        id={opened}
        onClose={() => setOpened(null)}
        onDelete={(id) => {
          setOpened(null);
          setDeleting([id]);
        }}
      />
      <DeleteSheet
        ids={deleting}
        onClose={() => setDeleting([])}
        onDone={() => {
          setDeleting([]);
          setChosen([]);
        }}
      />
    </>
  );
};
