import { IconMailCheck } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { PublicPage } from '../../app/PublicPage.tsx';
import { formValues } from '../../features/auth/form-values.ts';
import { DoorHead } from '../../features/auth/FrontDoor.tsx';
import styles from '../../features/auth/FrontDoor.module.css';
import { Problem } from '../../features/auth/Problem.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';

/** How long the answer stays (specification section 8), in milliseconds. */
const SENT_TOAST = 10_000;

const ForgotPassword = () => {
  const say = useText();
  const forgot = useAction('POST /auth/forgot');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const email = formValues(event).text('email');
    const answer = await forgot.run({ body: { email } });
    if (!answer) return;
    toast(answer.message, { tone: 'ok', stays: SENT_TOAST });
    setSentTo(email);
  };
  return (
    <PublicPage>
      <PageTitle title={say('auth.forgotTitle')} />
      {sentTo ? (
        <>
          <span className={styles.mark}>
            <IconMailCheck size={26} stroke={1.75} aria-hidden="true" />
          </span>
          <DoorHead title={say('auth.checkInbox')} lead={say('auth.checkInboxLead', { email: sentTo })} />
          <div className={styles.form}>
            <Button kind="gold" size="lg" wide to="/auth/login">
              {say('auth.backToLogIn')}
            </Button>
            <Button kind="text" wide onClick={() => setSentTo(null)}>
              {say('auth.otherAddress')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <DoorHead title={say('auth.forgotTitle')} lead={say('auth.forgotLead')} />
          <form className={styles.form} onSubmit={(event) => void submit(event)}>
            <Problem error={forgot.error} fields={['email']} />
            <TextField
              label={say('auth.email')}
              name="email"
              type="email"
              autoComplete="email"
              required
              maxLength={254}
              error={forgot.error?.fields['email']}
            />
            <Button kind="gold" size="lg" wide type="submit" busy={forgot.busy}>
              {say('auth.sendLink')}
            </Button>
            <Button kind="text" wide to="/auth/login">
              {say('auth.backToLogIn')}
            </Button>
          </form>
        </>
      )}
    </PublicPage>
  );
};

export default ForgotPassword;
