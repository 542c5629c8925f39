import { type ReactNode, useState } from 'react';
import { Button, type ButtonKind, IconButton } from '../Button.tsx';
import { FormError } from '../forms/FormError.tsx';
import type { FormProblem } from '../forms/problem.ts';
import { Sheet } from '../Sheet.tsx';
import { useText } from '../text.ts';
import type from '../type.module.css';
import styles from './editor.module.css';

/** The question before an act. */
export interface Question {
  title: string;
  /** Says what happens to whom. */
  text: ReactNode;
  /** Label of the confirm button. */
  act: string;
  /** Gold for what takes nothing away from anybody. */
  tone?: 'bad' | 'gold';
  /** Names of the fields in the sheet, which show their own errors. */
  fields?: readonly string[];
  /** Fields to fill in before confirming. */
  children?: ReactNode;
}

interface AskProps extends Question {
  opened: boolean;
  busy: boolean;
  error: FormProblem | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks in a sheet before an act. It stays open with the reason when the act is refused. */
export const Ask = (props: AskProps) => {
  const { title, text, act, tone = 'bad', fields = [], children, opened, busy, error, onConfirm, onClose } = props;
  const t = useText();
  return (
    <Sheet opened={opened} onClose={onClose} title={title} width={440}>
      <div className={styles.form}>
        <p className={type.quiet}>{text}</p>
        {children}
        <FormError error={error} fields={fields} />
      </div>
      <div className={styles.sheetActs}>
        <Button kind="outline" grow disabled={busy} onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button kind={tone} grow busy={busy} onClick={onConfirm}>
          {act}
        </Button>
      </div>
    </Sheet>
  );
};

/** How the button that asks looks. */
export interface AskingButton {
  label: string;
  kind?: ButtonKind;
  size?: 'sm' | 'md';
  grow?: boolean;
  wide?: boolean;
  disabled?: boolean;
  icon?: ReactNode;
  /** Draws the icon alone, with the label as its accessible name. */
  isIconOnly?: boolean;
}

interface AskButtonProps extends Omit<AskProps, 'opened' | 'onConfirm' | 'onClose' | 'act'>, AskingButton {
  /** Label of the confirm button; the button's by default. */
  act?: string;
  /** Runs when the question opens, as to clear the error of the last attempt. */
  onAsk?: () => void;
  /** Does it; the sheet closes when it resolves to true. */
  onConfirm: () => Promise<boolean>;
}

/** A button that asks in a sheet before it acts. */
export const AskButton = (props: AskButtonProps) => {
  const {
    label,
    kind = 'lift',
    size = 'md',
    grow,
    wide,
    disabled = false,
    icon,
    isIconOnly,
    onAsk,
    onConfirm,
    act = label,
    ...question
  } = props;
  const [opened, setOpened] = useState(false);
  const ask = () => {
    onAsk?.();
    setOpened(true);
  };
  const confirm = async () => {
    if (await onConfirm()) setOpened(false);
  };
  return (
    <>
      {isIconOnly ? (
        <IconButton label={label} size={size} icon={icon} disabled={disabled} onClick={ask} />
      ) : (
        <Button kind={kind} size={size} grow={grow ?? false} wide={wide ?? false} disabled={disabled} icon={icon} onClick={ask}>
          {label}
        </Button>
      )}
      <Ask {...question} act={act} opened={opened} onConfirm={() => void confirm()} onClose={() => setOpened(false)} />
    </>
  );
};
