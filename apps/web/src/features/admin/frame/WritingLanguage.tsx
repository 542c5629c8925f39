import type { AdminLanguage } from '@stagedoor/contract/admin-site';
import { FilterChip } from '../../../ui/Chip.tsx';
import { useText } from '../../../ui/text.ts';
import styles from '../../../ui/admin/editor.module.css';

interface WritingLanguageProps {
  languages: readonly AdminLanguage[];
  locale: string;
  onChange: (locale: string) => void;
  /** Languages that have content already. */
  written: readonly string[];
}

/** Selects the language being edited; those with content are marked. */
export const WritingLanguage = ({ languages, locale, onChange, written }: WritingLanguageProps) => {
  const t = useText();
  return (
    <div className={styles.chips} role="group" aria-label={t('sitePages.language')}>
      {languages.map((language) => (
        <FilterChip key={language.locale} on={language.locale === locale} onClick={() => onChange(language.locale)}>
          <span lang={language.locale}>{language.name}</span>
          {written.includes(language.locale) ? <span className={styles.mark} aria-hidden="true" /> : null}
        </FilterChip>
      ))}
    </div>
  );
};
