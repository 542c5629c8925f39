import { useState } from 'react';
import { useAction } from '../app/data.ts';
import { PageTitle } from '../app/PageTitle.tsx';
import { useSession } from '../app/session.tsx';
import { Page } from '../app/shell/Columns.tsx';
import styles from '../features/auth/AuthPanel.module.css';
import { PointsOfContact } from '../features/site-pages/PointsOfContact.tsx';
import { EmailField } from '../ui/forms/EmailField.tsx';
import { FormError } from '../ui/forms/FormError.tsx';
import { FormDraft } from '../ui/forms/FormDraft.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { Button } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { TextArea, TextField } from '../ui/Field.tsx';
import { useText } from '../ui/text.ts';
import { toast } from '../ui/toast.tsx';
import { classes } from '../ui/classes.ts';
import type from '../ui/type.module.css';

/** The contact form to the site's owner. */
const Contact = () => {
  const t = useText();
  const user = useSession();
  const send = useAction('POST /contact');
  const [sent, setSent] = useState(false);
  const fields = send.error?.fields ?? {};
  const { onSubmit, kept } = useForm({
    send: ({ text }) => send.run({ body: { name: text('name'), email: text('email'), message: text('message') } }),
    onDone: ({ message }) => {
      toast(message, { tone: 'ok', stays: 5000 });
      setSent(true);
    },
    draft: 'contact',
  });
  return (
    <Page>
      <PageTitle title={t('contact.title')} path="/contact" />
      {sent ? (
        <Empty
          level={1}
          title={t('contact.sentTitle')}
          text={t('contact.sentText')}
          action={
            <Button kind="lift" onClick={() => setSent(false)}>
              {t('contact.another')}
            </Button>
          }
        />
      ) : (
        <>
          <h1 className={classes(type.display, type.s46)}>{t('contact.title')}</h1>
          <p className={styles.lead}>{t('contact.lead')}</p>
          <form className={classes(styles.form, type.formWidth)} onSubmit={(event) => void onSubmit(event)}>
            <FormDraft kept={kept} />
            <FormError error={send.error} fields={['name', 'email', 'message']} />
            <TextField
              label={t('contact.name')}
              name="name"
              autoComplete="name"
              required
              maxLength={80}
              defaultValue={user?.name}
              error={fields['name']}
            />
            <EmailField error={fields['email']} defaultValue={user?.email} />
            <TextArea label={t('contact.message')} name="message" required maxLength={5000} rows={7} error={fields['message']} />
            <div>
              <Button kind="gold" size="lg" type="submit" busy={send.busy}>
                {t('contact.send')}
              </Button>
            </div>
          </form>
        </>
      )}
      <PointsOfContact />
    </Page>
  );
};

export default Contact;
