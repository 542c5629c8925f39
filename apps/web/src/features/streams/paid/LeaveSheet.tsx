import { Button } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './paid.module.css';

/** Asks a fan before a private show ends, or a group show is left, and says what that costs. */
export const LeaveSheet = ({
  isPrivate,
  isBusy,
  onLeave,
  onClose,
}: {
  isPrivate: boolean;
  isBusy: boolean;
  onLeave: () => void;
  onClose: () => void;
}) => {
  const t = useText();
  return (
    <Sheet
      opened
      onClose={onClose}
      locked={isBusy}
      title={t(isPrivate ? 'paid.endTitle' : 'paid.leaveTitle')}
      width={420}
      foot={
        <div className={styles.acts}>
          <Button kind="lift" grow disabled={isBusy} onClick={onClose}>
            {t('paid.keepWatching')}
          </Button>
          <Button kind="live" grow busy={isBusy} onClick={onLeave}>
            {t(isPrivate ? 'paid.end' : 'paid.leave')}
          </Button>
        </div>
      }
    >
      <p className={type.quiet}>{t('paid.endText')}</p>
    </Sheet>
  );
};
