import { type FormEvent, useState } from 'react';
import { useAction } from '../app/data.ts';
import { PageTitle } from '../app/PageTitle.tsx';
import { useSession } from '../app/session.tsx';
import { Page } from '../app/shell/Columns.tsx';
import { formValues } from '../features/auth/form-values.ts';
import styles from '../features/auth/FrontDoor.module.css';
import { Problem } from '../features/auth/Problem.tsx';
import { Button } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { TextArea, TextField } from '../ui/Field.tsx';
import { useText } from '../ui/text.ts';
import { toast } from '../ui/toast.tsx';
import { classes } from '../ui/classes.ts';
import type from '../ui/type.module.css';

/** Writes to the site's owner. */
const Contact = () => {
  const say = useText();
  const user = useSession();
  const send = useAction('POST /contact');
  const [sent, setSent] = useState(false);
  const fields = send.error?.fields ?? {};
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const values = formValues(event);
    const answer = await send.run({ body: { name: values.text('name'), email: values.text('email'), message: values.text('message') } });
    if (!answer) return;
    toast(answer.message, { tone: 'ok', stays: 5000 });
    setSent(true);
  };
  return (
    <Page>
      <PageTitle title={say('contact.title')} path="/contact" />
      {sent ? (
        <Empty
          level={1}
          title={say('contact.sentTitle')}
          text={say('contact.sentText')}
          action={
            <Button kind="lift" onClick={() => setSent(false)}>
              {say('contact.another')}
            </Button>
          }
        />
      ) : (
        <>
          <h1 className={classes(type.display, type.s46)}>{say('contact.title')}</h1>
          <p className={styles.lead}>{say('contact.lead')}</p>
          <form className={classes(styles.form, type.formWidth)} onSubmit={(event) => void submit(event)}>
            <Problem error={send.error} fields={['name', 'email', 'message']} />
            <TextField
              label={say('contact.name')}
              name="name"
              autoComplete="name"
              required
              maxLength={80}
              defaultValue={user?.name}
              error={fields['name']}
            />
            <TextField
              label={say('auth.email')}
              name="email"
              type="email"
              autoComplete="email"
              required
              maxLength={254}
              defaultValue={user?.email}
              error={fields['email']}
            />
            <TextArea label={say('contact.message')} name="message" required maxLength={5000} rows={7} error={fields['message']} />
            <div>
              <Button kind="gold" size="lg" type="submit" busy={send.busy}>
                {say('contact.send')}
              </Button>
            </div>
          </form>
        </>
      )}
    </Page>
  );
};

export default Contact;
