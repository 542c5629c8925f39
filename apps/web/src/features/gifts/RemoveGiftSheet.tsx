import type { OwnGift } from '@stagedoor/contract/gifts';
import { useAction } from '../../app/data.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import styles from './gifts.module.css';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

interface RemoveGiftSheetProps {
  /** Closed without one. */
  gift: OwnGift | null;
  onClose: () => void;
  onRemoved: () => Promise<void>;
}

/** Asks before a gift is removed. */
export const RemoveGiftSheet = ({ gift, onClose, onRemoved }: RemoveGiftSheetProps) => {
  const t = useText();
  const remove = useAction('DELETE /gift/{id}');
  const onRemove = async () => {
    if (!gift || !(await remove.run({ params: { id: gift._id } }))) return;
    onClose();
    toast(t('gifts.removed'), { tone: 'ok' });
    await onRemoved();
  };
  return (
    <Sheet opened={gift !== null} onClose={onClose} title={t('gifts.removeTitle')} width={420}>
      <p className={type.quiet}>{t('gifts.removeText')}</p>
      <FormError error={remove.error} fields={[]} />
      <div className={styles.acts}>
        <Button kind="outline" grow onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button kind="bad" grow busy={remove.busy} onClick={() => void onRemove()}>
          {t('gifts.remove')}
        </Button>
      </div>
    </Sheet>
  );
};
