import { Button } from '../../ui/Button.tsx';
import { callOf } from '../../app/context.server.ts';
import { call } from '../../app/browser-call.ts';
import { useSiteName } from '../../app/boot.tsx';
import { PageTitle } from '../../app/PageTitle.tsx';
import { DoorFoot, DoorHead, FrontDoor } from '../../features/auth/FrontDoor.tsx';
import styles from '../../features/auth/FrontDoor.module.css';
import { loadFeatured } from '../../features/auth/load-featured.ts';
import { LoginForm } from '../../features/auth/LoginForm.tsx';
import { useText } from '../../ui/text.ts';
import type { Route } from './+types/login.ts';

export const loader = ({ context }: Route.LoaderArgs) => loadFeatured(callOf(context));
export const clientLoader = () => loadFeatured(call);

const Login = ({ loaderData }: Route.ComponentProps) => {
  const say = useText();
  const site = useSiteName();
  return (
    <FrontDoor featured={loaderData}>
      <PageTitle title={say('auth.logIn')} path="/auth/login" />
      <DoorHead title={say('auth.logIn')} lead={say('auth.logInLead')} />
      <LoginForm />
      <div className={styles.or}>{say('auth.newTo', { site })}</div>
      <div className={styles.ways}>
        <Button kind="outline" grow to="/auth/register">
          {say('auth.joinAsFan')}
        </Button>
        <Button kind="outline" grow to="/auth/register/performer">
          {say('auth.performHereButton')}
        </Button>
      </div>
      <DoorFoot />
    </FrontDoor>
  );
};

export default Login;
