import { AGE_COOKIE } from '@stagedoor/contract/web';
import { Link } from 'react-router';
import { Button } from '../ui/Button.tsx';
import { useText } from '../ui/text.ts';
import type from '../ui/type.module.css';
import { useSiteName } from './boot.tsx';
import { writeCookie } from './cookies.ts';
import { PublicPage } from './PublicPage.tsx';
import styles from './PublicPage.module.css';
import { SiteMenu } from './SiteMenu.tsx';
import underConstruction from './under-construction.svg?url';

/** A blocked country: the specification's words, status 403. */
export const GeoBlock = () => {
  const say = useText();
  return (
    <PublicPage wide>
      <title>{say('gate.geoTitle')}</title>
      <h1 className={styles.big}>{say('gate.sorry')}</h1>
      <p className={styles.text}>{say('gate.notAvailable')}</p>
    </PublicPage>
  );
};

/** Maintenance: the picture and one line, status 503. Admins find the log-in under it. */
export const Maintenance = () => {
  const say = useText();
  const site = useSiteName();
  return (
    <PublicPage wide unlit>
      <title>{`${say('gate.maintenanceTitle')} · ${site}`}</title>
      <img className={styles.picture} src={underConstruction} alt={say('gate.underConstruction')} width={760} height={360} />
      <h1 className={styles.big}>{say('gate.maintenanceTitle')}</h1>
      <p className={styles.text}>{say('gate.maintenanceText')}</p>
      <p className={styles.code}>
        <Link className={type.link} to="/auth/login" reloadDocument>
          {say('gate.staff')}
        </Link>
      </p>
    </PublicPage>
  );
};

/** Asks for an age where the site must: status 403, nothing of the page that was asked for is in it. The answer lasts a year. */
export const AgeGate = () => {
  const say = useText();
  const site = useSiteName();
  const confirm = () => {
    writeCookie(AGE_COOKIE, 'yes');
    location.reload();
  };
  return (
    <PublicPage wide>
      <title>{`${say('gate.ageTitle')} · ${site}`}</title>
      <meta name="robots" content="noindex" />
      <h1 className={styles.big}>{say('gate.ageTitle')}</h1>
      <p className={styles.text}>{say('gate.ageText', { site })}</p>
      <div className={styles.acts}>
        <Button kind="gold" size="lg" onClick={confirm}>
          {say('gate.ageYes')}
        </Button>
        <Button kind="outline" size="lg" onClick={() => location.replace('about:blank')}>
          {say('gate.ageNo')}
        </Button>
      </div>
      <p className={styles.code}>
        <Link className={type.link} to="/auth/login" reloadDocument>
          {say('gate.ageLogIn')}
        </Link>
      </p>
      <SiteMenu menu="footer" className={styles.menu} label={say('gate.ageLinks')} />
    </PublicPage>
  );
};
