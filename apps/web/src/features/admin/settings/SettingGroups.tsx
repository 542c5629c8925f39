import { Link } from 'react-router';
import styles from '../../../ui/admin/editor.module.css';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import { useScrollSelectedIntoView } from '../../../ui/use-scroll-selected-into-view.ts';
import { type AdminSetting, groupKey } from './settings.ts';

type Group = AdminSetting['group'];

interface SettingGroupsProps {
  groups: readonly Group[];
  chosen: Group | undefined;
  /** A search shows settings of every group: none is marked as the page. */
  isSearching: boolean;
  /** Groups with edits that aren't saved. */
  edited: ReadonlySet<Group>;
  onChoose: () => void;
}

/** Links to the groups of settings, with a mark at those with edits. */
export const SettingGroups = ({ groups, chosen, isSearching, edited, onChoose }: SettingGroupsProps) => {
  const t = useText();
  const row = useScrollSelectedIntoView<HTMLElement>(chosen);
  return (
    <nav ref={row} className={styles.groups} aria-label={t('settings.groups')}>
      {groups.map((group) => {
        const isOn = !isSearching && group === chosen;
        return (
          <Link
            key={group}
            to={`?group=${group}`}
            replace
            preventScrollReset
            className={classes(styles.group, isOn && styles.groupOn)}
            aria-current={isOn ? 'page' : undefined}
            onClick={onChoose}
          >
            {t(groupKey(group))}
            {edited.has(group) ? <span className={styles.mark} aria-hidden="true" /> : null}
          </Link>
        );
      })}
    </nav>
  );
};
