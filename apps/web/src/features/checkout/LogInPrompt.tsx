import { loginFor } from '../../app/guard.ts';
import { useLocation } from 'react-router';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';

/** Shown to visitors instead of payment: log-in with a return address. */
export const LogInPrompt = () => {
  const t = useText();
  const { pathname, search } = useLocation();
  return (
    <Button kind="gold" size="lg" wide to={loginFor(pathname + search)}>
      {t('shell.logIn')}
    </Button>
  );
};
