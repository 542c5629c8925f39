import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { useWritingLanguage } from '../../features/admin/frame/languages.ts';
import { UnsavedBar } from '../../features/admin/frame/UnsavedBar.tsx';
import { MenuCard } from '../../features/admin/menus/MenuCard.tsx';
import { MENUS, useMenuEdits } from '../../features/admin/menus/use-menu-edits.ts';
import styles from '../../ui/admin/editor.module.css';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** The site's menus: labels per language, order, audience. Fully operable by keyboard. */
const Menus = () => {
  const t = useText();
  const edits = useMenuEdits();
  const writing = useWritingLanguage();
  return (
    <Page width="wide">
      <PageTitle title={t('siteMenus.title')} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{t('siteMenus.title')}</h1>
      </header>
      <p className={styles.lead}>{t('siteMenus.lead')}</p>
      <span className={type.hidden} role="status">
        {edits.said}
      </span>
      <div className={styles.cards}>
        {MENUS.map((menu) => (
          <MenuCard key={menu} menu={menu} edits={edits} writing={writing} />
        ))}
      </div>
      <UnsavedBar
        count={edits.isChanged ? 1 : 0}
        busy={edits.busy}
        error={edits.error}
        fields={edits.fields}
        onSave={() => void edits.save()}
        onDiscard={edits.discard}
      />
    </Page>
  );
};

export default Menus;
