import styles from '../../../ui/admin/editor.module.css';
import { Button } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

interface ConsentQuestionProps {
  opened: boolean;
  /** Called with `true` to switch the cookie banner on, with `false` to load the scripts without asking visitors. */
  onAnswer: (asksVisitors: boolean) => void;
  onClose: () => void;
}

/** Asks whether scripts of other companies may load before visitors agree. */
export const ConsentQuestion = ({ opened, onAnswer, onClose }: ConsentQuestionProps) => {
  const t = useText();
  return (
    <Sheet opened={opened} onClose={onClose} title={t('settings.consentTitle')} width={460}>
      <p className={type.quiet}>{t('settings.consentText')}</p>
      <div className={styles.sheetChoices}>
        <Button kind="gold" wide onClick={() => onAnswer(true)}>
          {t('settings.consentAsk')}
        </Button>
        <Button kind="outline" wide onClick={() => onAnswer(false)}>
          {t('settings.consentLoad')}
        </Button>
        <Button kind="text" wide onClick={onClose}>
          {t('ui.cancel')}
        </Button>
      </div>
    </Sheet>
  );
};
