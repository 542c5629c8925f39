import { type ReactNode, useEffect } from 'react';
import { Button } from '../Button.tsx';
import type from '../type.module.css';
import type { formValues } from './form-values.ts';
import { FormError } from './FormError.tsx';
import styles from './forms.module.css';
import { FormDraft } from './FormDraft.tsx';
import type { FormProblem } from './problem.ts';
import { useForm } from './use-form.ts';

interface SheetFormProps<Answer> {
  action: { busy: boolean; error: FormProblem | null; reset: () => void };
  /** Introduction, above the fields. */
  lead?: ReactNode;
  /** The button's label. */
  submit: string;
  /** The action is destructive. */
  bad?: boolean;
  disabled?: boolean;
  /** Submits the form; returns undefined when it was refused. */
  send: (values: ReturnType<typeof formValues>) => Promise<Answer | undefined>;
  onDone: (answer: Answer) => void;
  /** Name of the draft that this device keeps of it until it is sent. */
  draft?: string;
  /** The fields, with names and their own errors. */
  children: ReactNode;
}

/** A form in a sheet: a few fields, its error, and one button. The previous error is cleared. */
export const SheetForm = <Answer,>(props: SheetFormProps<Answer>) => {
  const { action, lead, submit, bad, disabled, send, onDone, draft, children } = props;
  const { names, onSubmit, kept } = useForm({ send, onDone, draft });
  const { reset } = action;
  useEffect(() => reset(), [reset]);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        // React's events rise through portals: the form of a page that opened the sheet from within would be sent, too.
        event.stopPropagation();
        void onSubmit(event);
      }}
    >
      {lead ? <p className={type.quiet}>{lead}</p> : null}
      <FormDraft kept={kept} />
      {children}
      <FormError error={action.error} fields={names} />
      <Button kind={bad ? 'bad' : 'gold'} wide type="submit" busy={action.busy} disabled={disabled ?? false}>
        {submit}
      </Button>
    </form>
  );
};
