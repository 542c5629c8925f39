import { IconArrowDown, IconArrowUp, IconPencil, IconX } from '@tabler/icons-react';
import styles from '../../../ui/admin/editor.module.css';
import { IconButton } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useLocale, useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { type useWritingLanguage, withoutEmpty, wordsIn } from '../frame/languages.ts';
import { WritingLanguage } from '../frame/WritingLanguage.tsx';
import { MenuEntryFields } from './MenuEntryFields.tsx';
import type { EditedEntry, MenuEdits } from './use-menu-edits.ts';

interface MenuEntryRowProps {
  row: EditedEntry;
  /** Its place in the menu. */
  index: number;
  isLast: boolean;
  edits: MenuEdits;
  writing: ReturnType<typeof useWritingLanguage>;
}

/** One entry of a menu; its fields are open while it is edited, or refused. */
export const MenuEntryRow = ({ row, index, isLast, edits, writing }: MenuEntryRowProps) => {
  const t = useText();
  const own = useLocale();
  const { languages, locale, setLocale } = writing;
  const name = wordsIn(row.label, own) || row.path || t('siteMenus.add');
  const isBad = ['label', 'path', 'audience', 'newTab'].some((part) => edits.errorOf(row, part));
  return (
    <li className={styles.entry}>
      <div className={styles.entryLine}>
        <span className={classes(type.num, styles.number)} aria-hidden="true">
          {index + 1}
        </span>
        <span className={styles.entryWords}>
          <span className={classes(type.strong, type.clip)}>{name}</span>
          <span className={classes(type.tiny, type.faint, type.clip)} dir="ltr" style={{ textAlign: 'start' }}>
            {row.path}
          </span>
        </span>
        {row.audience === 'everyone' ? null : <Chip>{t(`audience.${row.audience}`)}</Chip>}
        {isBad ? <Chip tone="bad">{t('validation.invalid')}</Chip> : null}
        <span className={styles.entryActs}>
          <IconButton
            size="sm"
            label={`${t('siteMenus.up')}: ${name}`}
            icon={<IconArrowUp size={20} stroke={1.75} />}
            disabled={index === 0}
            onClick={() => edits.move(row, -1)}
          />
          <IconButton
            size="sm"
            label={`${t('siteMenus.down')}: ${name}`}
            icon={<IconArrowDown size={20} stroke={1.75} />}
            disabled={isLast}
            onClick={() => edits.move(row, 1)}
          />
          <IconButton
            size="sm"
            label={`${t('siteMenus.edit')}: ${name}`}
            icon={<IconPencil size={20} stroke={1.75} />}
            aria-expanded={edits.isOpened(row)}
            onClick={() => edits.toggle(row)}
          />
          <IconButton
            size="sm"
            label={`${t('siteMenus.remove')}: ${name}`}
            icon={<IconX size={20} stroke={1.75} />}
            onClick={() => edits.remove(row)}
          />
        </span>
      </div>
      {edits.isOpened(row) || isBad ? (
        <MenuEntryFields
          entry={row}
          locale={locale}
          direction={languages.find((one) => one.locale === locale)?.isRightToLeft ? 'rtl' : 'ltr'}
          errorOf={(part) => edits.errorOf(row, part)}
          onChange={(change) => edits.update(row, change)}
          languagePicker={
            <WritingLanguage languages={languages} locale={locale} onChange={setLocale} written={Object.keys(withoutEmpty(row.label))} />
          }
        />
      ) : null}
    </li>
  );
};
