import { loginFor } from '../../app/guard.ts';
import { useLocation } from 'react-router';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';

/** Where a visitor would pay: the way to log in and back. */
export const LogInFirst = () => {
  const say = useText();
  const { pathname, search } = useLocation();
  return (
    <Button kind="gold" size="lg" wide to={loginFor(pathname + search)}>
      {say('shell.logIn')}
    </Button>
  );
};
