import { Link } from 'react-router';
import { useText } from '../../ui/text.ts';
import { useSettings, useSiteName } from '../boot.tsx';
import { reopenConsent } from '../consent.ts';
import { useLanguage } from '../language.ts';
import { SiteMenu } from '../SiteMenu.tsx';
import styles from './Shell.module.css';
import { useThemeChoice } from './use-menu.tsx';

/** The footer: the site's text, its menu, cookie choice, theme, languages, and the keeper of records. */
export const Footer = () => {
  const t = useText();
  const site = useSiteName();
  const { footerContent, custodianStatement, cookiePolicyEnabled, ledgerPageEnabled } = useSettings();
  const { locale, languages, change } = useLanguage();
  const theme = useThemeChoice();
  return (
    <footer className={styles.footer}>
      {footerContent ? <div className={styles.footerOwn} dangerouslySetInnerHTML={{ __html: footerContent }} /> : null}
      <span className={styles.footerName}>{site}</span>
      <SiteMenu menu="footer" label={t('gate.siteLinks')} className={styles.footerMenu} />
      {ledgerPageEnabled ? <Link to="/ledger">{t('ledgerPage.title')}</Link> : null}
      {cookiePolicyEnabled ? (
        <button type="button" onClick={reopenConsent}>
          {t('consent.choice')}
        </button>
      ) : null}
      <span className={styles.footerEnd}>
        {
          // All three are rendered: only the browser knows which one is active.
          theme.choices.map(({ value, text }) => (
            <button key={value} type="button" onClick={() => theme.change(value)} aria-label={`${t('shell.theme')}: ${text}`}>
              {text}
            </button>
          ))
        }
        {languages
          .filter((language) => language.locale !== locale)
          .map((language) => (
            <button key={language.locale} type="button" lang={language.locale} onClick={() => void change(language.locale)}>
              {language.name}
            </button>
          ))}
      </span>
      {custodianStatement ? <p className={styles.footerFacts}>{custodianStatement}</p> : null}
    </footer>
  );
};
