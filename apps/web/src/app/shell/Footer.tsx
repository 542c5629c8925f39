import { useSettings, useSiteName } from '../boot.tsx';
import { useText } from '../../ui/text.ts';
import { Link } from 'react-router';
import { useLanguage } from '../language.ts';
import styles from './Shell.module.css';

/** The foot of a page: the site's own words, contact, languages. */
export const Footer = () => {
  const say = useText();
  const site = useSiteName();
  const { footerContent } = useSettings();
  const { locale, languages, change } = useLanguage();
  return (
    <footer className={styles.footer}>
      {footerContent ? <div className={styles.footerOwn} dangerouslySetInnerHTML={{ __html: footerContent }} /> : null}
      <span>{site}</span>
      <Link to="/contact">{say('shell.contact')}</Link>
      <span className={styles.footerEnd}>
        {languages
          .filter((language) => language.locale !== locale)
          .map((language) => (
            <button key={language.locale} type="button" lang={language.locale} onClick={() => void change(language.locale)}>
              {language.name}
            </button>
          ))}
      </span>
    </footer>
  );
};
