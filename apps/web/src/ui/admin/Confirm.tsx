import { Button } from '../Button.tsx';
import { Sheet } from '../Sheet.tsx';
import { useText } from '../text.ts';
import type from '../type.module.css';
import type { FormProblem } from '../forms/problem.ts';
import { FormError } from '../forms/FormError.tsx';
import styles from './editor.module.css';

interface ConfirmProps {
  opened: boolean;
  title: string;
  text: string;
  /** Label of the confirm button. */
  act: string;
  /** Gold for what removes nothing. */
  kind?: 'bad' | 'gold';
  busy: boolean;
  error: FormProblem | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** One confirmation of an act that can't be undone. */
export const Confirm = ({ opened, title, text, act, kind = 'bad', busy, error, onConfirm, onClose }: ConfirmProps) => {
  const t = useText();
  return (
    <Sheet opened={opened} onClose={onClose} title={title} width={420}>
      <p className={type.quiet}>{text}</p>
      <FormError error={error} fields={[]} />
      <div className={styles.sheetActs}>
        <Button kind="outline" grow onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button kind={kind} grow busy={busy} onClick={onConfirm}>
          {act}
        </Button>
      </div>
    </Sheet>
  );
};
