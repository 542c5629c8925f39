import { useRef, useState } from 'react';
import { call } from '../../app/browser-call.ts';
import { useText } from '../../ui/text.ts';

/**
 * Asks whether a username can be registered when its field is left, so that it isn't learned only after the whole form.
 * @param taken the sentence with which the form itself is refused
 */
export const useUsernameCheck = (taken: 'errors.USERNAME_TAKEN' | 'errors.PERFORMER_USERNAME_TAKEN') => {
  const t = useText();
  const [problem, setProblem] = useState<string | undefined>();
  const [free, setFree] = useState<string | undefined>();
  const asked = useRef('');
  const check = async (input: HTMLInputElement): Promise<void> => {
    const username = input.value.trim();
    if (username === asked.current) return;
    asked.current = username;
    setProblem(undefined);
    setFree(undefined);
    if (username === '' || !input.validity.valid) return;
    // A name that the server finds malformed is refused with the form, as is a call too many.
    const answer = await call('GET /auth/username', { query: { username } }).catch(() => null);
    if (!answer || asked.current !== username) return;
    if (answer.obstacle) setProblem(t(answer.obstacle === 'USERNAME_TAKEN' ? taken : 'errors.USERNAME_RESERVED'));
    else setFree(t('auth.usernameFree'));
  };
  return { problem, free, check };
};
