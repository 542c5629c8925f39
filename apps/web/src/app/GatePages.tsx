import { AGE_COOKIE, type Gate } from '@stagedoor/contract/web';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../ui/Button.tsx';
import { FieldError } from '../ui/Field.tsx';
import { useText } from '../ui/text.ts';
import type from '../ui/type.module.css';
import { useBoot, useSiteName } from './boot.tsx';
import { call } from './browser-call.ts';
import { writeCookie } from './cookies.ts';
import { PublicPage } from './PublicPage.tsx';
import styles from './PublicPage.module.css';
import { SiteMenu } from './SiteMenu.tsx';
import { VerifyGate } from './VerifyGate.tsx';
import underConstruction from './under-construction.svg?url';

/** A blocked country: the specification's text, status 403. */
const GeoBlock = () => {
  const t = useText();
  return (
    <PublicPage wide>
      <title>{t('gate.geoTitle')}</title>
      <h1 className={styles.big}>{t('gate.sorry')}</h1>
      <p className={styles.text}>{t('gate.notAvailable')}</p>
    </PublicPage>
  );
};

/** How often a page waits to hear that maintenance has ended, in milliseconds; up to as much again, so that not all ask at once. */
const ASK_MS = 20_000;

/** Asks now and then, while the page is visible, until maintenance has ended. */
const useEndOfMaintenance = (onEnd: () => void): void => {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const ask = async () => {
      if (document.visibilityState === 'visible') {
        const settings = await call('POST /settings/keys', { body: { keys: ['maintenanceMode'] } }).catch(() => null);
        if (isGone) return;
        if (settings?.['maintenanceMode'] === false) {
          onEnd();
          return;
        }
      }
      wait();
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), ASK_MS * (1 + Math.random()));
    };
    const look = () => {
      if (document.visibilityState === 'visible') void ask();
    };
    wait();
    document.addEventListener('visibilitychange', look);
    return () => {
      isGone = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [onEnd]);
};

const reload = (): void => location.reload();

/** Maintenance: the picture and one line, status 503, with a log-in link for admins. It leaves by itself, at the same address. */
const Maintenance = ({ onEnd }: { onEnd: () => void }) => {
  useEndOfMaintenance(onEnd);
  const t = useText();
  const site = useSiteName();
  const { isRestoring } = useBoot();
  return (
    <PublicPage wide unlit>
      <title>{`${t('gate.maintenanceTitle')} · ${site}`}</title>
      <img className={styles.picture} src={underConstruction} alt={t('gate.underConstruction')} width={760} height={360} />
      <h1 className={styles.big}>{t('gate.maintenanceTitle')}</h1>
      <p className={styles.text}>{t(isRestoring ? 'gate.restoringText' : 'gate.maintenanceText')}</p>
      <p className={styles.code}>
        <Link className={type.link} to="/auth/login" reloadDocument>
          {t('gate.staff')}
        </Link>
      </p>
    </PublicPage>
  );
};

/** Age confirmation, status 403: contains nothing of the requested page. The answer is stored for a year. */
const AgeGate = () => {
  const t = useText();
  const site = useSiteName();
  const [isRefused, setIsRefused] = useState(false);
  const confirm = () => {
    if (writeCookie(AGE_COOKIE, 'yes')) location.reload();
    else setIsRefused(true);
  };
  return (
    <PublicPage wide>
      <title>{`${t('gate.ageTitle')} · ${site}`}</title>
      <meta name="robots" content="noindex" />
      <h1 className={styles.big}>{t('gate.ageTitle')}</h1>
      <p className={styles.text}>{t('gate.ageText', { site })}</p>
      <div className={styles.acts}>
        <Button kind="gold" size="lg" onClick={confirm}>
          {t('gate.ageYes')}
        </Button>
        <Button kind="outline" size="lg" onClick={() => location.replace('about:blank')}>
          {t('gate.ageNo')}
        </Button>
      </div>
      {isRefused ? (
        <div className={styles.text}>
          <FieldError>{t('gate.ageCookies')}</FieldError>
        </div>
      ) : null}
      <p className={styles.code}>
        <Link className={type.link} to="/auth/login" reloadDocument>
          {t('gate.ageLogIn')}
        </Link>
      </p>
      <SiteMenu menu="footer" className={styles.menu} label={t('gate.ageLinks')} />
    </PublicPage>
  );
};

/** The page of a closed gate, in place of every page. @param onEnd called when maintenance has ended */
export const GatePage = ({ gate, onEnd = reload }: { gate: Gate; onEnd?: () => void }) =>
  gate === 'maintenance' ? (
    <Maintenance onEnd={onEnd} />
  ) : gate === 'country' ? (
    <GeoBlock />
  ) : gate === 'verify' ? (
    <VerifyGate />
  ) : (
    <AgeGate />
  );
