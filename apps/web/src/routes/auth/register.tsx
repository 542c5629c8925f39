import { Link } from 'react-router';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { DoorFoot, DoorHead, FrontDoor } from '../../features/auth/FrontDoor.tsx';
import styles from '../../features/auth/FrontDoor.module.css';
import { loadFeatured } from '../../features/auth/load-featured.ts';
import { RegisterFanForm } from '../../features/auth/RegisterFanForm.tsx';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import type { Route } from './+types/register.ts';

export const loader = ({ context }: Route.LoaderArgs) => loadFeatured(callOf(context));
export const clientLoader = () => loadFeatured(call);

const Register = ({ loaderData }: Route.ComponentProps) => {
  const say = useText();
  return (
    <FrontDoor featured={loaderData} tall>
      <PageTitle title={say('auth.takeASeat')} path="/auth/register" />
      <DoorHead
        title={say('auth.takeASeat')}
        lead={
          <>
            {say('auth.haveAccount')}{' '}
            <Link className={type.link} to="/auth/login">
              {say('auth.logIn')}
            </Link>
          </>
        }
      />
      <RegisterFanForm />
      <div className={styles.or}>{say('auth.onTheOtherSide')}</div>
      <Button kind="outline" wide to="/auth/register/performer">
        {say('auth.performHereButton')}
      </Button>
      <DoorFoot />
    </FrontDoor>
  );
};

export default Register;
