import type { PasskeyAssertion } from '@stagedoor/contract/passkeys';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { withWords } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { useAction } from '../../app/data.ts';
import { landingPath, safeReturn } from '../../app/guard.ts';
import { type IntendedReaction, takeIntent } from '../../app/intent.ts';
import { useLanguage } from '../../app/language.ts';
import { useSessionStore } from '../../app/session.tsx';
import { formValues } from '../../ui/forms/form-values.ts';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';

interface Credentials {
  username: string;
  password: string;
  remember: boolean;
}

/** Goes to the return address, or to the landing page, once the account is logged in. */
const useEnter = () => {
  const t = useText();
  const store = useSessionStore();
  const navigate = useNavigate();
  const { follow } = useLanguage();
  const [search] = useSearchParams();
  const carryOut = async (reaction: IntendedReaction) => {
    const done = await call('POST /reactions', { body: reaction }).catch(() => null);
    if (done) toast(t(`auth.intent.${reaction.action}`), { tone: 'ok' });
  };
  return async () => {
    const user = await call('GET /users/me');
    await follow(user.locale);
    store.set(user);
    const intent = takeIntent();
    if (intent?.reaction) await carryOut(intent.reaction);
    await navigate(safeReturn(search.get('returnTo')) ?? intent?.returnTo ?? landingPath(user), { replace: true });
  };
};

/** Logs in, in one step or two: by password, code or passkey. */
export const useLogIn = () => {
  const t = useText();
  const enter = useEnter();
  const login = useAction('POST /auth/login');
  // For the second step; in memory only.
  const credentials = useRef<Credentials | null>(null);
  /** As sent last. */
  const [name, setName] = useState('');
  /** The ways of the second step; null in the first one. */
  const [secondStep, setSecondStep] = useState<readonly unknown[] | null>(null);
  const [opensAt, setOpensAt] = useState<number | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const code = login.error?.code;
  const waits = code === 'LOG_IN_PAUSED' ? Number(login.error?.details['retryAfterSeconds']) : 0;
  useEffect(() => {
    if (code === 'TWO_FACTOR_REQUIRED') setSecondStep((login.error?.details['methods'] as unknown[] | undefined) ?? ['code']);
    setOpensAt(waits > 0 ? Date.now() + waits * 1000 : null);
  }, [code, waits, login.error]);
  return {
    form,
    name,
    secondStep,
    /** When another try is possible, after too many. */
    opensAt,
    busy: login.busy,
    code,
    problem: login.error,
    error: withWords(login.error, t('errors.INCORRECT_CREDENTIALS')),
    async submit(event: FormEvent<HTMLFormElement>) {
      const values = formValues(event);
      if (!secondStep) {
        const remember = values.ticked('remember');
        setName(values.text('username'));
        credentials.current = { username: values.text('username'), password: values.text('password'), remember };
      }
      if (!credentials.current) return;
      const answer = await login.run({ body: { ...credentials.current, ...(secondStep ? { code: values.text('code') } : {}) } });
      if (!answer) return;
      credentials.current = null;
      await enter();
    },
    async sendPasskey(given: PasskeyAssertion) {
      const remember = form.current?.querySelector<HTMLInputElement>('[name=remember]')?.checked ?? false;
      if (!(await login.run({ body: { ...(credentials.current ?? { remember }), passkey: given } }))) return;
      credentials.current = null;
      await enter();
    },
    /** Back to the first step. */
    restart() {
      credentials.current = null;
      setSecondStep(null);
      login.reset();
    },
  };
};
