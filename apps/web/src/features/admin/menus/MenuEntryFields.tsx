import type { MenuEntry } from '@stagedoor/contract/settings';
import type { ReactNode } from 'react';
import { classes } from '../../../ui/classes.ts';
import { Switch } from '../../../ui/Check.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { useText } from '../../../ui/text.ts';
import { AUDIENCES } from '@stagedoor/contract/settings.values';
import styles from '../../../ui/admin/editor.module.css';

interface MenuEntryFieldsProps {
  entry: MenuEntry;
  /** The language being edited. */
  locale: string;
  direction: 'ltr' | 'rtl';
  errorOf: (name: string) => string | undefined;
  onChange: (change: Partial<MenuEntry>) => void;
  languagePicker: ReactNode;
}

/** Label, target and audience of one menu entry. */
export const MenuEntryFields = ({ entry, locale, direction, errorOf, onChange, languagePicker }: MenuEntryFieldsProps) => {
  const t = useText();
  return (
    <div className={styles.entryFields}>
      {languagePicker}
      <TextField
        label={t('siteMenus.label')}
        value={entry.label[locale] ?? ''}
        maxLength={40}
        lang={locale}
        dir={direction}
        error={errorOf('label')}
        onChange={(event) => onChange({ label: { ...entry.label, [locale]: event.currentTarget.value } })}
      />
      <TextField
        label={t('siteMenus.path')}
        hint={t('siteMenus.pathHint')}
        value={entry.path}
        maxLength={500}
        dir="ltr"
        spellCheck={false}
        error={errorOf('path')}
        onChange={(event) => onChange({ path: event.currentTarget.value.trim() })}
      />
      <div className={classes(styles.row2, styles.level)}>
        <SelectField
          label={t('audience.label')}
          value={entry.audience}
          choices={AUDIENCES.map((audience) => ({ value: audience, text: t(`audience.${audience}`) }))}
          onChoose={(audience) => onChange({ audience })}
        />
        <Switch
          label={t('siteMenus.newTab')}
          checked={entry.newTab}
          onChange={(event) => onChange({ newTab: event.currentTarget.checked })}
        />
      </div>
    </div>
  );
};
