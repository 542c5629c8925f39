import { IconPlus } from '@tabler/icons-react';
import styles from '../../../ui/admin/editor.module.css';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHead } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import type { useWritingLanguage } from '../frame/languages.ts';
import { MenuEntryRow } from './MenuEntryRow.tsx';
import type { MenuEdits, MenuName } from './use-menu-edits.ts';

interface MenuCardProps {
  menu: MenuName;
  edits: MenuEdits;
  writing: ReturnType<typeof useWritingLanguage>;
}

/** The entries of one menu, in their order. */
export const MenuCard = ({ menu, edits, writing }: MenuCardProps) => {
  const t = useText();
  const rows = edits.rowsOf(menu);
  return (
    <Card pad="lg">
      <CardHead title={t(`siteMenus.${menu}`)} />
      <p className={styles.cardText}>{t(`siteMenus.${menu}Text`)}</p>
      {rows.length === 0 ? <p className={classes(type.small, type.faint)}>{t('siteMenus.none')}</p> : null}
      <ol className={styles.entries}>
        {rows.map((row, index) => (
          <MenuEntryRow key={row.id} row={row} index={index} isLast={index === rows.length - 1} edits={edits} writing={writing} />
        ))}
      </ol>
      <Button kind="outline" icon={<IconPlus size={20} stroke={1.75} />} onClick={() => edits.add(menu)}>
        {t('siteMenus.add')}
      </Button>
    </Card>
  );
};
