import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { call } from '../../app/browser-call.ts';
import { useAction } from '../../app/data.ts';
import { landingOf, safeReturn } from '../../app/guard.ts';
import { useSessionStore } from '../../app/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Check.tsx';
import { PasswordField, TextField } from '../../ui/Field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import { classes } from '../../ui/classes.ts';
import type from '../../ui/type.module.css';
import { formValues } from './form-values.ts';
import styles from './FrontDoor.module.css';
import { Problem } from './Problem.tsx';

interface Credentials {
  username: string;
  password: string;
  remember: boolean;
}

/**
 * Name or address, password, remember me; where the account has a second factor, its code in the same place. Then back to where the way
 * led, or to the landing page.
 */
export const LoginForm = () => {
  const say = useText();
  const format = useFormat();
  const store = useSessionStore();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const login = useAction('POST /auth/login');
  // Kept for the second step, in memory alone.
  const credentials = useRef<Credentials | null>(null);
  const [asksCode, setAsksCode] = useState(false);
  const code = login.error?.code;
  const wrong = code === 'INCORRECT_CREDENTIALS' ? login.error?.message : undefined;
  const waits = code === 'LOG_IN_PAUSED' ? Number(login.error?.details['retryAfterSeconds']) : 0;

  const enter = async () => {
    const user = await call('GET /users/me');
    store.set(user);
    await navigate(safeReturn(search.get('returnTo')) ?? landingOf(user), { replace: true });
  };
  const [opensAt, setOpensAt] = useState<number | null>(null);
  useEffect(() => {
    if (code === 'TWO_FACTOR_REQUIRED') setAsksCode(true);
    setOpensAt(waits > 0 ? Date.now() + waits * 1000 : null);
  }, [code, waits]);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const values = formValues(event);
    if (!asksCode) {
      const remember = values.ticked('remember');
      credentials.current = { username: values.text('username'), password: values.text('password'), remember };
    }
    if (!credentials.current) return;
    const answer = await login.run({ body: { ...credentials.current, ...(asksCode ? { code: values.text('code') } : {}) } });
    if (!answer) return;
    credentials.current = null;
    await enter();
  };
  const again = () => {
    credentials.current = null;
    setAsksCode(false);
    login.reset();
  };
  const pause = opensAt ? (
    <p className={classes(type.small, type.quiet)}>
      {say('auth.pausedUntil', { time: format.date(opensAt, 'time') })}{' '}
      <Link className={type.link} to="/auth/forgot-password">
        {say('auth.forgotIt')}
      </Link>
    </p>
  ) : null;

  if (asksCode) {
    return (
      <form key="code" className={styles.form} onSubmit={(event) => void submit(event)}>
        <div>
          <h2 className={type.heading}>{say('auth.secondStep')}</h2>
          <p className={classes(type.small, type.quiet)}>{say('auth.secondStepLead')}</p>
        </div>
        <Problem error={code === 'TWO_FACTOR_REQUIRED' ? null : login.error} fields={['code']} />
        {pause}
        <TextField
          label={say('auth.code')}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          // The one thing that is asked for here.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          required
          maxLength={40}
          error={login.error?.fields['code']}
        />
        <Button className={styles.submit} kind="gold" size="lg" wide type="submit" busy={login.busy}>
          {say('shell.logIn')}
        </Button>
        <Button kind="text" wide onClick={again}>
          {say('auth.otherAccount')}
        </Button>
      </form>
    );
  }
  return (
    <form key="password" className={styles.form} onSubmit={(event) => void submit(event)}>
      <Problem error={wrong || code === 'TWO_FACTOR_REQUIRED' ? null : login.error} fields={['username', 'password']} />
      {pause}
      <TextField
        label={say('auth.usernameOrEmail')}
        name="username"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        required
        maxLength={254}
        error={login.error?.fields['username']}
      />
      <PasswordField
        label={say('auth.password')}
        name="password"
        autoComplete="current-password"
        required
        maxLength={200}
        aside={
          <Link className={styles.forgot} to="/auth/forgot-password">
            {say('auth.forgotIt')}
          </Link>
        }
        error={wrong ?? login.error?.fields['password']}
      />
      <Checkbox name="remember" label={say('auth.remember')} />
      <Button className={styles.submit} kind="gold" size="lg" wide type="submit" busy={login.busy}>
        {say('shell.logIn')}
      </Button>
    </form>
  );
};
