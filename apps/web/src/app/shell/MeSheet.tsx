import { IconArrowsExchange, IconSettings, IconShieldCheck, IconUser, type TablerIcon } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Segments } from '../../ui/Segments.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { exists, landingPath } from '../guard.ts';
import { useLanguage } from '../language.ts';
import { useSession } from '../session.tsx';
import { SiteMenu } from '../SiteMenu.tsx';
import { groupAt, isOn, railKindOf, railOf } from './navigation.tsx';
import overlays from './overlays.module.css';
import { useLogOut, useThemeChoice } from './use-menu.tsx';

/** The menu of phones: the account's places, theme, language, log-out. */
const MeSheet = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const t = useText();
  const user = useSession();
  const logOut = useLogOut();
  const theme = useThemeChoice();
  const { locale, languages, change } = useLanguage();
  const { pathname } = useLocation();
  const kind = railKindOf(pathname, user);
  const rail = railOf(kind, user);
  const isOnStage = user?.isPerformer === true && !user.isLiteAccount;
  // Performers browsing the site find every page of the studio too, without going there first.
  const studio = isOnStage && kind === 'fan' ? railOf('performer', user) : [];
  return (
    <Sheet opened={opened} onClose={onClose} title={user?.name ?? t('shell.menu')}>
      <div className={overlays.menuGroup}>
        <div className={overlays.menuList}>
          {user?.isPerformer ? <SheetLink to={landingPath(user)} text={t('shell.myProfile')} Icon={IconUser} onClose={onClose} /> : null}
          {rail.map((item, index) => (
            <SheetLink
              key={item.to}
              to={item.to}
              text={t(item.text)}
              Icon={item.Icon}
              parted={groupAt(rail, index) !== undefined}
              on={isOn(item, pathname)}
              onClose={onClose}
            />
          ))}
          {isOnStage && kind === 'performer' ? (
            <SheetLink to="/" text={t('shell.lookAround')} Icon={IconArrowsExchange} onClose={onClose} />
          ) : null}
          {user && exists('/account') ? (
            <SheetLink to="/account" text={t('shell.account')} Icon={IconSettings} parted={kind === 'admin'} onClose={onClose} />
          ) : null}
          {user?.role === 'admin' && kind !== 'admin' ? (
            <SheetLink to="/admin" text={t('shell.administration')} Icon={IconShieldCheck} onClose={onClose} />
          ) : null}
        </div>
        {kind === 'fan' ? <SiteMenu menu="header" label={t('shell.siteMenu')} className={overlays.siteLinks} beside={rail} /> : null}
      </div>
      {studio.length > 0 ? (
        <div className={overlays.menuGroup}>
          <span className={type.label}>{t('shell.studio')}</span>
          <div className={overlays.menuList}>
            {studio.map((item) => (
              <SheetLink key={item.to} to={item.to} text={t(item.text)} Icon={item.Icon} onClose={onClose} />
            ))}
          </div>
        </div>
      ) : null}
      <div className={overlays.menuGroup}>
        <span className={type.label}>{t('shell.theme')}</span>
        <Segments wide label={t('shell.theme')} name="theme" value={theme.scheme} onChange={theme.change} options={theme.choices} />
        <span className={type.label}>{t('shell.language')}</span>
        <Segments
          wide
          label={t('shell.language')}
          name="language"
          value={locale}
          onChange={(value) => void change(value)}
          options={languages.map((language) => ({ value: language.locale, text: language.name }))}
        />
      </div>
      <div className={overlays.menuGroup}>
        {user ? (
          <Button kind="outline" wide onClick={() => void logOut()}>
            {t('shell.logOut')}
          </Button>
        ) : (
          <Button kind="outline" wide to="/auth/register">
            {t('shell.join')}
          </Button>
        )}
      </div>
    </Sheet>
  );
};

interface SheetLinkProps {
  to: string;
  text: string;
  Icon: TablerIcon;
  /** Starts another group. */
  parted?: boolean;
  /** The current place. */
  on?: boolean;
  onClose: () => void;
}

const SheetLink = ({ to, text, Icon, parted, on, onClose }: SheetLinkProps) => (
  <Link
    to={to}
    className={classes(overlays.menuItem, parted && overlays.menuParted, on && overlays.menuOn)}
    aria-current={on ? 'page' : undefined}
    onClick={onClose}
  >
    <Icon size={22} stroke={1.75} aria-hidden="true" />
    {text}
  </Link>
);

export default MeSheet;
