import { Link } from 'react-router';
import { useText } from '../ui/text.ts';
import type from '../ui/type.module.css';
import { useSiteName } from './boot.tsx';
import { PublicPage } from './PublicPage.tsx';
import styles from './PublicPage.module.css';
import { UnderConstruction } from './UnderConstruction.tsx';

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
      <UnderConstruction className={styles.picture} label={say('gate.underConstruction')} />
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
