import type { AdminText } from '@stagedoor/contract/admin-site';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextArea } from '../../../ui/Field.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from '../../../ui/admin/editor.module.css';
import texts from './texts.module.css';

interface TextRowProps {
  text: AdminText;
  locale: string;
  direction: 'ltr' | 'rtl';
  /** The unsaved value; undefined if unchanged, null to reset to the built-in text. */
  edit: string | null | undefined;
  error: string | undefined;
  onChange: (value: string | null) => void;
}

/** One text: its key and the English text, and a field for this language. */
export const TextRow = ({ text, locale, direction, edit, error, onChange }: TextRowProps) => {
  const t = useText();
  const value = edit === undefined ? text.value : edit;
  const shown = value ?? text.ours ?? '';
  const isLong = text.english.length > 90 || shown.length > 90;
  return (
    <div className={classes(texts.textRow, edit !== undefined && styles.edited)}>
      <div className={texts.english}>
        <code className={styles.key}>{text.key}</code>
        <p className={type.small} lang="en" dir="ltr">
          {text.english}
        </p>
        {value === null ? null : (
          <span className={styles.chips}>
            <Chip tone="spot">{t('siteTexts.changedMark')}</Chip>
            <Button kind="text" size="sm" onClick={() => onChange(null)}>
              {t('siteTexts.back')}
            </Button>
          </span>
        )}
      </div>
      <TextArea
        label={<span className={type.hidden}>{text.key}</span>}
        rows={isLong ? 4 : 2}
        value={shown}
        maxLength={4000}
        lang={locale}
        dir={direction}
        error={error}
        hint={value === null && text.ours === null ? t('siteTexts.falls') : undefined}
        onChange={(event) => {
          const next = event.currentTarget.value;
          onChange(next === '' || next === text.ours ? null : next);
        }}
      />
    </div>
  );
};
