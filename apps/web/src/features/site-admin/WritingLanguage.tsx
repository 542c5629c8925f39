import type { AdminLanguage } from '@stagedoor/contract/admin-site';
import { FilterChip } from '../../ui/Chip.tsx';
import { useText } from '../../ui/text.ts';
import styles from './site-admin.module.css';

interface WritingLanguageProps {
  languages: readonly AdminLanguage[];
  locale: string;
  onChange: (locale: string) => void;
  /** Languages that have words already. */
  written: readonly string[];
}

/** Which language is being written; those that have words are marked. */
export const WritingLanguage = ({ languages, locale, onChange, written }: WritingLanguageProps) => {
  const say = useText();
  return (
    <div className={styles.chips} role="group" aria-label={say('sitePages.language')}>
      {languages.map((language) => (
        <FilterChip key={language.locale} on={language.locale === locale} onClick={() => onChange(language.locale)}>
          <span lang={language.locale}>{language.name}</span>
          {written.includes(language.locale) ? <span className={styles.mark} aria-hidden="true" /> : null}
        </FilterChip>
      ))}
    </div>
  );
};
