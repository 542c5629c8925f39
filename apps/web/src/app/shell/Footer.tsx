import { useText } from '../../ui/text.ts';
import { useSettings, useSiteName } from '../boot.tsx';
import { reopenConsent } from '../consent.ts';
import { useLanguage } from '../language.ts';
import { SiteMenu } from '../SiteMenu.tsx';
import styles from './Shell.module.css';
import { useThemeChoice } from './use-menu.tsx';

/** The foot of a page: the site's own words, its menu, the choice about cookies, theme, languages, and who keeps the records. */
export const Footer = () => {
  const say = useText();
  const site = useSiteName();
  const { footerContent, custodianStatement, cookiePolicyEnabled } = useSettings();
  const { locale, languages, change } = useLanguage();
  const theme = useThemeChoice();
  return (
    <footer className={styles.footer}>
      {footerContent ? <div className={styles.footerOwn} dangerouslySetInnerHTML={{ __html: footerContent }} /> : null}
      <span className={styles.footerName}>{site}</span>
      <SiteMenu menu="footer" label={say('gate.siteLinks')} className={styles.footerMenu} />
      {cookiePolicyEnabled ? (
        <button type="button" onClick={reopenConsent}>
          {say('consent.choice')}
        </button>
      ) : null}
      <span className={styles.footerEnd}>
        {
          // All three: which one is on, only the browser knows.
          theme.choices.map(({ value, text }) => (
            <button key={value} type="button" onClick={() => theme.change(value)} aria-label={`${say('shell.theme')}: ${text}`}>
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
