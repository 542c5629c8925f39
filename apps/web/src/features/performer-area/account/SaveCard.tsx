import type { ComponentProps, ReactNode } from 'react';
import type { Action } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHead } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import type { formValues } from '../../../ui/forms/form-values.ts';
import { FormError } from '../../../ui/forms/FormError.tsx';
import type { KeptState } from '../../../ui/forms/use-kept-state.ts';
import { FormDraft } from '../../../ui/forms/FormDraft.tsx';
import { useForm } from '../../../ui/forms/use-form.ts';
import styles from './account.module.css';

interface SaveCardProps<Answer> {
  title: string;
  /** At the end of the heading line. */
  head?: ReactNode;
  /** Below the title. */
  lead?: string;
  /** Beside the button. */
  note?: string;
  action: Pick<Action<never>, 'busy' | 'error'>;
  /** Submits the form; returns undefined when it was refused. */
  send: (values: ReturnType<typeof formValues>) => Promise<Answer | undefined>;
  onDone?: (answer: Answer) => void;
  /** Name of the draft that this device keeps of it; null keeps none: for secrets and bank details. */
  draft: string | null;
  /** What of it is kept besides its named fields. */
  keptState?: KeptState;
  /** Clears the fields after saving: for secrets. */
  clears?: boolean;
  /** The button, unless it is the default "Save". */
  submit?: Partial<Pick<ComponentProps<typeof Button>, 'kind' | 'disabled' | 'children'>>;
  /** The toast after saving, unless it is "Saved.". */
  said?: (answer: Answer) => string;
  /** The fields, with names and their own errors. */
  children: ReactNode;
}

/** A card of the profile editor that is a form: title, fields, error, and save button. */
export const SaveCard = <Answer,>(props: SaveCardProps<Answer>) => {
  const { title, head, lead, note, action, send, onDone, draft, keptState, clears, submit, said, children } = props;
  const t = useText();
  const { names, onSubmit, kept } = useForm<Answer>({
    send,
    draft,
    asks: true,
    onDone: (answer, form) => {
      keptState?.done();
      if (clears) form.reset();
      toast(said ? said(answer) : t('model.saved'), { tone: 'ok' });
      onDone?.(answer);
    },
  });
  return (
    <Card pad="lg">
      <form className={styles.stack} {...(clears ? { autoComplete: 'off' } : {})} onSubmit={(event) => void onSubmit(event)}>
        <CardHead title={title}>{head}</CardHead>
        {lead ? <p className={classes(type.small, type.quiet)}>{lead}</p> : null}
        <FormDraft kept={kept} state={keptState} />
        {children}
        <FormError error={action.error} fields={names} />
        <div className={note ? type.flexBetween : styles.end}>
          {note ? <span className={classes(type.small, type.faint)}>{note}</span> : null}
          <Button kind="gold" {...submit} type="submit" busy={action.busy}>
            {submit?.children ?? t('model.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
};
