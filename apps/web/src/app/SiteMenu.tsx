import type { Audience, MenuEntry } from '@stagedoor/contract/settings';
import { DEFAULT_LOCALE } from '@stagedoor/contract/texts/text';
import { Link } from 'react-router';
import { useLocale, useText } from '../ui/text.ts';
import type from '../ui/type.module.css';
import { useSettings } from './boot.tsx';
import { useSession } from './session.tsx';

/** The viewer's category, as menu audiences distinguish them. */
const useAudience = (): Exclude<Audience, 'everyone'> => {
  const user = useSession();
  return !user ? 'visitors' : user.isPerformer ? 'performers' : 'fans';
};

/** The entries of a site menu that the current viewer may see. */
export const useMenu = (menu: MenuEntry['menu']): MenuEntry[] => {
  const { menus = [] } = useSettings();
  const audience = useAudience();
  return menus.filter((entry) => entry.menu === menu && (entry.audience === 'everyone' || entry.audience === audience));
};

/** One entry: an internal or external link; in a new tab if configured. */
const MenuLink = ({ entry }: { entry: MenuEntry }) => {
  const t = useText();
  const locale = useLocale();
  const label = entry.label[locale] ?? entry.label[DEFAULT_LOCALE];
  if (entry.path.startsWith('/') && !entry.newTab) return <Link to={entry.path}>{label}</Link>;
  return (
    <a href={entry.path} {...(entry.newTab ? { target: '_blank' } : {})} rel="noopener noreferrer">
      {label}
      {entry.newTab ? <span className={type.hidden}> {t('ui.newTab')}</span> : null}
    </a>
  );
};

interface SiteMenuProps {
  menu: MenuEntry['menu'];
  label: string;
  className?: string | undefined;
  /** Links beside it: entries that lead to the same places are left out. */
  beside?: readonly { to: string }[];
}

/** One of the site's menus; renders nothing without entries for the current viewer. */
export const SiteMenu = ({ menu, label, className, beside = [] }: SiteMenuProps) => {
  const entries = useMenu(menu).filter(({ path }) => !beside.some(({ to }) => to === path));
  if (entries.length === 0) return null;
  return (
    <nav aria-label={label} className={className}>
      {entries.map((entry) => (
        <MenuLink key={`${entry.path} ${entry.label[DEFAULT_LOCALE]}`} entry={entry} />
      ))}
    </nav>
  );
};
