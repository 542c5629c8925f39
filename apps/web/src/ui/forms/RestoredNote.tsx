import { IconRestore } from '@tabler/icons-react';
import { Button } from '../Button.tsx';
import { useText } from '../text.ts';
import styles from './forms.module.css';

/** Says that unsaved words are in the fields again, with the way back to the saved ones. */
export const RestoredNote = ({ isShown, onDiscard }: { isShown: boolean; onDiscard: () => void }) => {
  const t = useText();
  return isShown ? (
    <div className={styles.restored} role="status">
      <IconRestore size={20} stroke={1.75} aria-hidden="true" />
      <span>{t('unsaved.restored')}</span>
      <Button kind="text" size="sm" onClick={onDiscard}>
        {t('unsaved.discard')}
      </Button>
    </div>
  ) : null;
};
