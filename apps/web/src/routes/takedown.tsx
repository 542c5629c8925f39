import type { TakedownReason } from '@stagedoor/contract/reasons';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAction } from '../app/data.ts';
import { PageTitle } from '../app/PageTitle.tsx';
import { useSession } from '../app/session.tsx';
import { Page } from '../app/shell/Columns.tsx';
import styles from '../features/auth/AuthPanel.module.css';
import { FormError } from '../ui/forms/FormError.tsx';
import { FormDraft } from '../ui/forms/FormDraft.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Check.tsx';
import { classes } from '../ui/classes.ts';
import { Empty } from '../ui/Empty.tsx';
import { TextArea, TextField } from '../ui/Field.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { useText } from '../ui/text.ts';
import type from '../ui/type.module.css';

const REASONS: readonly TakedownReason[] = ['notConsented', 'underage', 'copyright', 'privacy', 'illegal', 'other'];
const FIELDS = ['url', 'reason', 'statement', 'name', 'email', 'goodFaith'];

/** The takedown form; open to everybody. */
const Takedown = () => {
  const t = useText();
  const user = useSession();
  const [search] = useSearchParams();
  const send = useAction('POST /takedowns');
  const [reason, setReason] = useState<TakedownReason>('notConsented');
  const [sent, setSent] = useState<{ reference: string; message: string } | null>(null);
  const fields = send.error?.fields ?? {};
  const nameless = reason === 'underage';
  const { onSubmit, kept } = useForm({
    send: ({ text, ticked }) =>
      send.run({
        body: {
          url: text('url'),
          reason,
          statement: text('statement'),
          name: text('name'),
          email: text('email'),
          goodFaith: ticked('goodFaith') as true,
        },
      }),
    onDone: setSent,
    draft: 'takedown',
  });
  return (
    <Page>
      <PageTitle title={t('takedowns.title')} path="/takedown" />
      {sent ? (
        <Empty level={1} title={sent.reference} text={sent.message} />
      ) : (
        <>
          <h1 className={classes(type.display, type.s46)}>{t('takedowns.title')}</h1>
          <p className={styles.lead}>{t('takedowns.lead')}</p>
          <form className={classes(styles.form, type.formWidth)} onSubmit={(event) => void onSubmit(event)}>
            <FormDraft kept={kept} />
            <TextField
              label={t('takedowns.address')}
              name="url"
              required
              maxLength={500}
              defaultValue={search.get('url') ?? ''}
              hint={t('takedowns.addressHint')}
              error={fields['url']}
            />
            <SelectField
              label={t('people.reason')}
              name="reason"
              value={reason}
              onChoose={setReason}
              choices={REASONS.map((value) => ({ value, text: t(`takedowns.reason.${value}`) }))}
              error={fields['reason']}
            />
            <TextArea
              label={t('takedowns.statement')}
              name="statement"
              required
              minLength={10}
              maxLength={5000}
              rows={6}
              hint={t('takedowns.statementHint')}
              error={fields['statement']}
            />
            <TextField
              label={t('contact.name')}
              name="name"
              autoComplete="name"
              optional={nameless}
              required={!nameless}
              maxLength={80}
              defaultValue={user?.name}
              error={fields['name']}
            />
            <TextField
              label={t('auth.email')}
              name="email"
              type="email"
              autoComplete="email"
              optional={nameless}
              required={!nameless}
              maxLength={254}
              defaultValue={user?.email}
              error={fields['email']}
            />
            <Checkbox name="goodFaith" required label={t('takedowns.goodFaith')} error={fields['goodFaith']} />
            <FormError error={send.error} fields={FIELDS} />
            <div>
              <Button kind="gold" size="lg" type="submit" busy={send.busy}>
                {t('takedowns.send')}
              </Button>
            </div>
          </form>
        </>
      )}
    </Page>
  );
};

export default Takedown;
