import { Button } from '../../ui/Button.tsx';
import { callOf } from '../../app/context.server.ts';
import { call } from '../../app/browser-call.ts';
import { useSiteName } from '../../app/boot.tsx';
import { PageTitle } from '../../app/PageTitle.tsx';
import { AuthFooter, AuthHeading, AuthPanel } from '../../features/auth/AuthPanel.tsx';
import styles from '../../features/auth/AuthPanel.module.css';
import { loadFeatured } from '../../features/auth/load-featured.ts';
import { LoginForm } from '../../features/auth/LoginForm.tsx';
import { useReturnTo } from '../../features/auth/use-return-to.ts';
import { useText } from '../../ui/text.ts';
import type { Route } from './+types/login.ts';

export const loader = ({ context }: Route.LoaderArgs) => loadFeatured(callOf(context));
export const clientLoader = () => loadFeatured(call);

const Login = ({ loaderData }: Route.ComponentProps) => {
  const t = useText();
  const site = useSiteName();
  const { register } = useReturnTo();
  return (
    <AuthPanel featured={loaderData}>
      <PageTitle title={t('auth.logIn')} path="/auth/login" />
      <AuthHeading title={t('auth.logIn')} lead={t('auth.logInLead')} />
      <LoginForm />
      <div className={styles.or}>{t('auth.newTo', { site })}</div>
      <div className={styles.ways}>
        <Button kind="outline" grow to={register}>
          {t('auth.joinAsFan')}
        </Button>
        <Button kind="outline" grow to="/auth/register/performer">
          {t('auth.performHereButton')}
        </Button>
      </div>
      <AuthFooter />
    </AuthPanel>
  );
};

export default Login;
