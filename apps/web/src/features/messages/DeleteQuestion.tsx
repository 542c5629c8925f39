import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './messages.module.css';

/** Asks before a message is deleted for both sides. */
export const DeleteQuestion = ({ opened, onDelete, onClose }: { opened: boolean; onDelete: () => void; onClose: () => void }) => {
  const t = useText();
  return (
    <Sheet opened={opened} onClose={onClose} title={t('messages.deleteTitle')} width={420}>
      <p className={type.quiet}>{t('messages.deleteText')}</p>
      <div className={styles.acts}>
        <Button kind="outline" grow onClick={onClose}>
          {t('messages.keep')}
        </Button>
        <Button kind="bad" grow onClick={onDelete}>
          {t('messages.delete')}
        </Button>
      </div>
    </Sheet>
  );
};
