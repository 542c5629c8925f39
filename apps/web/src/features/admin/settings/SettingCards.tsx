import type { ReactNode } from 'react';
import styles from '../../../ui/admin/editor.module.css';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { type AdminSetting, groupKey } from './settings.ts';

interface SettingCardsProps {
  /** In the order of their groups. */
  groups: readonly AdminSetting['group'][];
  shown: readonly AdminSetting[];
  children: (setting: AdminSetting) => ReactNode;
}

/** A card for each group with settings to show; `children` draws one of them. */
export const SettingCards = ({ groups, shown, children }: SettingCardsProps) => {
  const t = useText();
  if (shown.length === 0) return <Empty title={t('settings.nothing')} text={t('settings.nothingText')} />;
  return groups
    .map((group) => ({ group, settings: shown.filter((setting) => setting.group === group) }))
    .filter(({ settings }) => settings.length > 0)
    .map(({ group, settings }) => (
      <Card key={group} pad="none" className={styles.settings}>
        <h2 className={classes(type.heading, styles.groupTitle)}>{t(groupKey(group))}</h2>
        {settings.some(({ control }) => control.kind === 'file') ? (
          <p className={classes(type.small, type.quiet, styles.groupNote)}>{t('settings.addressHint')}</p>
        ) : null}
        {group === 'live' ? (
          <div className={classes(styles.groupNote, styles.elsewhere)}>
            <p className={classes(type.small, type.quiet)}>{t('mediaServer.linkText')}</p>
            <Button kind="outline" size="sm" to="/admin/settings/media-server">
              {t('mediaServer.link')}
            </Button>
          </div>
        ) : null}
        {group === 'people' ? (
          <div className={classes(styles.groupNote, styles.elsewhere)}>
            <p className={classes(type.small, type.quiet)}>{t('hashLists.linkText')}</p>
            <Button kind="outline" size="sm" to="/admin/settings/hash-lists">
              {t('hashLists.link')}
            </Button>
          </div>
        ) : null}
        {settings.map(children)}
      </Card>
    ));
};
