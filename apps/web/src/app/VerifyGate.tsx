import { Link } from 'react-router';
import { Button } from '../ui/Button.tsx';
import { FieldError } from '../ui/Field.tsx';
import { FormError } from '../ui/forms/FormError.tsx';
import { useText } from '../ui/text.ts';
import type from '../ui/type.module.css';
import { useSiteName } from './boot.tsx';
import { useAction, useData } from './data.ts';
import { PublicPage } from './PublicPage.tsx';
import styles from './PublicPage.module.css';
import { session, useSession } from './session.tsx';
import { SiteMenu } from './SiteMenu.tsx';
import { useAgeCheck } from './use-age-check.ts';

/** Links that an account can follow without a check: nobody is held in a subscription, or away from their data. */
const AccountLinks = () => {
  const t = useText();
  const logOut = useAction('POST /auth/logout');
  const onLogOut = async () => {
    await logOut.run({});
    session.set(null);
    location.reload();
  };
  return (
    <p className={styles.links}>
      <Link className={type.link} to="/account" reloadDocument>
        {t('gate.verifyAccount')}
      </Link>
      <Link className={type.link} to="/subscriptions" reloadDocument>
        {t('gate.verifySubscriptions')}
      </Link>
      <button type="button" className={type.link} disabled={logOut.busy} onClick={() => void onLogOut()}>
        {t('gate.verifyLogOut')}
      </button>
    </p>
  );
};

/** Age verification by the site's provider, status 403: contains nothing of the requested page. @param leave goes to the provider */
export const VerifyGate = ({ leave }: { leave?: (url: string) => void }) => {
  const t = useText();
  const site = useSiteName();
  const user = useSession();
  const { data: status } = useData('GET /age/check', {});
  const { begin, busy, error, obstacle } = useAgeCheck(leave);
  const provider = status?.provider;
  return (
    <PublicPage wide>
      <title>{`${t('gate.verifyTitle')} · ${site}`}</title>
      <meta name="robots" content="noindex" />
      <h1 className={styles.big}>{t('gate.verifyTitle')}</h1>
      <p className={styles.text}>{t('gate.verifyText', { site })}</p>
      <p className={styles.text}>
        {provider ? t('gate.verifyProvider', { name: provider.name, host: provider.host }) : null}{' '}
        {status ? t('gate.verifyKept', { count: status.validDays }) : null}
      </p>
      {obstacle ? (
        <div className={styles.text}>
          <FieldError>{t(`gate.verify.${obstacle}`)}</FieldError>
        </div>
      ) : null}
      <FormError error={error} fields={[]} />
      <div className={styles.acts}>
        <Button kind="gold" size="lg" busy={busy} onClick={() => void begin()}>
          {t(obstacle ? 'gate.verifyAgain' : 'gate.verifyBegin')}
        </Button>
        <Button kind="outline" size="lg" onClick={() => location.replace('about:blank')}>
          {t('gate.verifyNo')}
        </Button>
      </div>
      {user ? (
        <AccountLinks />
      ) : (
        <p className={styles.code}>
          <Link className={type.link} to="/auth/login" reloadDocument>
            {t('gate.ageLogIn')}
          </Link>
        </p>
      )}
      <SiteMenu menu="footer" className={styles.menu} label={t('gate.ageLinks')} />
    </PublicPage>
  );
};
