import type { AdminLanguage } from '@stagedoor/contract/admin-site';
import type { ReactNode } from 'react';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from '../../../ui/admin/editor.module.css';
import texts from './texts.module.css';

interface LanguageListProps {
  languages: readonly AdminLanguage[];
  chosen: string;
  onChoose: (locale: string) => void;
  /** The add button. */
  add: ReactNode;
}

/** The site's languages, with the share of translated texts. */
export const LanguageList = ({ languages, chosen, onChoose, add }: LanguageListProps) => {
  const t = useText();
  const format = useFormat();
  return (
    <nav className={styles.groups} aria-label={t('siteTexts.languages')}>
      {languages.map((language) => (
        <button
          key={language.locale}
          type="button"
          className={classes(styles.group, texts.language, language.locale === chosen && styles.groupOn)}
          aria-current={language.locale === chosen ? 'true' : undefined}
          onClick={() => onChoose(language.locale)}
        >
          <span className={texts.languageLine}>
            <span lang={language.locale}>{language.name}</span>
            <span className={classes(type.tiny, type.faint)}>
              {format.percent(Math.floor((100 * language.translated) / language.total))}
            </span>
          </span>
          <span className={texts.progress} aria-hidden="true">
            <span className={texts.bar} style={{ width: `${(100 * language.translated) / language.total}%` }} />
          </span>
          <span className={classes(type.tiny, type.faint)}>
            {t(language.isEnabled ? 'siteTexts.offered' : 'siteTexts.notOffered')} ·{' '}
            {t('siteTexts.progress', { done: format.count(language.translated), total: format.count(language.total) })}
          </span>
        </button>
      ))}
      {add}
    </nav>
  );
};
