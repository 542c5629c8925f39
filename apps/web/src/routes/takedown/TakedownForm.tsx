import type { TakedownReason } from '@stagedoor/contract/reasons';
import { useState } from 'react';
import { useAction } from '../../app/data.ts';
import styles from '../../features/auth/AuthPanel.module.css';
import { TakedownFields } from '../../features/reports/TakedownFields.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { FormDraft } from '../../ui/forms/FormDraft.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const FIELDS = ['url', 'reason', 'statement', 'name', 'email', 'goodFaith'];

/** Confirms that a notice came in. */
export interface SentNotice {
  reference: string;
  message: string;
}

/** Sends a takedown notice; what was typed stays until then. */
export const TakedownForm = ({ onSent }: { onSent: (notice: SentNotice) => void }) => {
  const t = useText();
  const send = useAction('POST /takedowns');
  const [reason, setReason] = useState<TakedownReason | null>(null);
  const { onSubmit, kept } = useForm({
    // The field refuses a form without a reason.
    send: async ({ text, ticked }) =>
      reason === null
        ? undefined
        : send.run({
            body: {
              url: text('url'),
              reason,
              statement: text('statement'),
              name: text('name'),
              email: text('email'),
              goodFaith: ticked('goodFaith') as true,
            },
          }),
    onDone: onSent,
    draft: 'takedown',
  });
  return (
    <form className={classes(styles.form, type.formWidth)} onSubmit={(event) => void onSubmit(event)}>
      <FormDraft kept={kept} />
      <TakedownFields reason={reason} onReason={setReason} errors={send.error?.fields ?? {}} />
      <FormError error={send.error} fields={FIELDS} />
      <div>
        <Button kind="gold" size="lg" type="submit" busy={send.busy}>
          {t('takedowns.send')}
        </Button>
      </div>
    </form>
  );
};
