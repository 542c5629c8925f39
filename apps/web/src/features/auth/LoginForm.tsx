import type { FormEvent } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { call } from '../../app/browser-call.ts';
import { useAction } from '../../app/data.ts';
import { landingOf, safeReturn } from '../../app/guard.ts';
import { useSessionStore } from '../../app/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Check.tsx';
import { PasswordField, TextField } from '../../ui/Field.tsx';
import { useText } from '../../ui/text.ts';
import { formValues } from './form-values.ts';
import styles from './FrontDoor.module.css';
import { Problem } from './Problem.tsx';

/** Name or address, password, remember me; then back to where the way led, or to the landing page. */
export const LoginForm = () => {
  const say = useText();
  const store = useSessionStore();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const login = useAction('POST /auth/login');
  const wrong = login.error?.code === 'INCORRECT_CREDENTIALS' ? login.error.message : undefined;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const values = formValues(event);
    const answer = await login.run({
      body: { username: values.text('username'), password: values.text('password'), remember: values.ticked('remember') },
    });
    if (!answer) return;
    const user = await call('GET /users/me');
    store.set(user);
    await navigate(safeReturn(search.get('returnTo')) ?? landingOf(user), { replace: true });
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <Problem error={wrong ? null : login.error} fields={['username', 'password']} />
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
