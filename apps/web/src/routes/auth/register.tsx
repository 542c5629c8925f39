import { Link } from 'react-router';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { AuthFooter, AuthHeading, AuthPanel } from '../../features/auth/AuthPanel.tsx';
import styles from '../../features/auth/AuthPanel.module.css';
import { loadFeatured } from '../../features/auth/load-featured.ts';
import { useJoining } from '../../features/auth/use-joining.ts';
import { useReturnTo } from '../../features/auth/use-return-to.ts';
import { RegisterFanForm } from '../../features/auth/RegisterFanForm.tsx';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import type { Route } from './+types/register.ts';

export const loader = ({ context }: Route.LoaderArgs) => loadFeatured(callOf(context));
export const clientLoader = () => loadFeatured(call);

const Register = ({ loaderData }: Route.ComponentProps) => {
  const t = useText();
  const { login } = useReturnTo();
  const joining = useJoining();
  return (
    <AuthPanel featured={loaderData} tall>
      <PageTitle title={t('auth.takeASeat')} path="/auth/register" />
      <AuthHeading
        title={t('auth.takeASeat')}
        lead={
          <>
            {joining ? `${t(`auth.joinTo.${joining.act}`, { name: joining.name })} ` : null}
            {t('auth.haveAccount')}{' '}
            <Link className={type.link} to={login}>
              {t('auth.logIn')}
            </Link>
          </>
        }
      />
      <RegisterFanForm />
      <div className={styles.or}>{t('auth.onTheOtherSide')}</div>
      <Button kind="outline" wide to="/auth/register/performer">
        {t('auth.performHereButton')}
      </Button>
      <AuthFooter />
    </AuthPanel>
  );
};

export default Register;
