import { type ReactNode, useEffect } from 'react';
import type { Action } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import type from '../../ui/type.module.css';
import type { formValues } from '../auth/form-values.ts';
import { Problem } from '../auth/Problem.tsx';
import styles from './forms.module.css';
import { useForm } from './use-form.ts';

interface SheetFormProps<Answer> {
  action: Pick<Action<never>, 'busy' | 'error' | 'reset'>;
  /** What it is about, above the fields. */
  lead?: ReactNode;
  /** On the button. */
  submit: string;
  /** Takes something away. */
  bad?: boolean;
  disabled?: boolean;
  /** Sends what was typed; answers undefined when it was refused. */
  send: (values: ReturnType<typeof formValues>) => Promise<Answer | undefined>;
  onDone: (answer: Answer) => void;
  /** The fields, each with its name and its own error. */
  children: ReactNode;
}

/** The form of a sheet: a few fields, what it was refused for, and the one button. A refusal of the last time is gone. */
export const SheetForm = <Answer,>(props: SheetFormProps<Answer>) => {
  const { action, lead, submit, bad, disabled, send, onDone, children } = props;
  const { names, onSubmit } = useForm({ send, onDone });
  const { reset } = action;
  useEffect(() => reset(), [reset]);
  return (
    <form className={styles.form} onSubmit={(event) => void onSubmit(event)}>
      {lead ? <p className={type.quiet}>{lead}</p> : null}
      {children}
      <Problem error={action.error} fields={names} />
      <Button kind={bad ? 'bad' : 'gold'} wide type="submit" busy={action.busy} disabled={disabled ?? false}>
        {submit}
      </Button>
    </form>
  );
};
