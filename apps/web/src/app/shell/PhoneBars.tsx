import {
  IconArrowLeft,
  IconArrowsExchange,
  IconLogin2,
  IconMenu2,
  IconPlus,
  IconSearch,
  IconSettings,
  IconShieldCheck,
  IconShoppingBag,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import type { CurrentUser } from '@stagedoor/contract/users';
import { type ReactNode, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Amount } from '../../ui/Amount.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Chip, CountBadge } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Segments } from '../../ui/Segments.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { exists, landingPath, loginFor, registerFor } from '../guard.ts';
import { useLanguage } from '../language.ts';
import { useSession } from '../session.tsx';
import { SiteLogo } from '../SiteLogo.tsx';
import { isOn, isParted, type NavItem, railKindOf, railOf } from './navigation.tsx';
import overlays from './overlays.module.css';
import { useCartTotal } from './cart-total.ts';
import styles from './Shell.module.css';
import { useLogOut, useThemeChoice } from './use-menu.tsx';

/** The top bar of phones: logo, balance, search. */
export const TopBar = () => {
  const t = useText();
  const user = useSession();
  const { pathname, search } = useLocation();
  return (
    <header className={styles.top}>
      <SiteLogo size="sm" />
      <span className={styles.topEnd}>
        <CartButton />
        {user ? (
          exists('/wallet') && railKindOf(pathname, user) === 'fan' ? (
            <Link to="/wallet" className={styles.topBalance}>
              <span className={type.hidden}>{t('shell.wallet')} </span>
              <Chip tone="spot" size="lg">
                <Amount tokens={user.balance} />
              </Chip>
            </Link>
          ) : null
        ) : (
          <>
            <SearchButton />
            <Button kind="gold" size="sm" to={registerFor(pathname + search)}>
              {t('shell.join')}
            </Button>
          </>
        )}
        {user ? <SearchButton /> : null}
      </span>
    </header>
  );
};

const SearchButton = () => {
  const t = useText();
  return exists('/search') ? <IconButton to="/search" label={t('shell.search')} icon={<IconSearch size={20} stroke={1.75} />} /> : null;
};

/** The page that shows the cart itself. */
const isCart = (pathname: string): boolean => pathname === '/cart' || pathname === '/checkout';

/** Link to the cart, once it has items. */
const CartButton = () => {
  const t = useText();
  const total = useCartTotal();
  return total === 0 ? null : (
    <Link to="/cart" className={styles.topCart} aria-label={`${t('shop.cart')}: ${t('shop.inIt', { count: total })}`}>
      <IconShoppingBag size={22} stroke={1.75} aria-hidden="true" />
      <CountBadge value={total} label="" className={styles.topCount} />
    </Link>
  );
};

interface PageTopProps {
  title: string;
  /** Where back leads without history. */
  back: string;
  /** Buttons at the end. */
  end?: ReactNode;
}

/** The top bar of a subpage: back, title, its buttons. For pages with `ownTop`. */
export const PageTop = ({ title, back, end }: PageTopProps) => {
  const t = useText();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const goBack = () => void (window.history.state?.idx > 0 ? navigate(-1) : navigate(back));
  return (
    <header className={styles.top}>
      <IconButton className={styles.topBack} label={t('shell.back')} icon={<IconArrowLeft size={20} stroke={1.75} />} onClick={goBack} />
      <h1 className={styles.topTitle}>{title}</h1>
      <span className={styles.topEnd}>
        {isCart(pathname) ? null : <CartButton />}
        {end}
      </span>
    </header>
  );
};

/** The bottom bar of a visitor: the places that are open to everybody, and the log-in. */
const VisitorBar = () => {
  const t = useText();
  const { pathname, search } = useLocation();
  return (
    <nav className={styles.bar} aria-label={t('shell.mainNavigation')}>
      {railOf('fan', null)
        .filter((item) => item.to !== '/cart')
        .map((item) => (
          <BarItem key={item.to} item={item} on={isOn(item, pathname)} />
        ))}
      <Link to={loginFor(pathname + search)} className={styles.barItem}>
        <IconLogin2 size={23} stroke={1.75} aria-hidden="true" />
        {t('shell.logIn')}
      </Link>
    </nav>
  );
};

/** The bottom bar: up to four places, the create button, and a menu with the rest. */
export const BottomBar = () => {
  const user = useSession();
  return user ? <OwnBar user={user} /> : <VisitorBar />;
};

const OwnBar = ({ user }: { user: CurrentUser }) => {
  const t = useText();
  const { pathname } = useLocation();
  const [opened, setOpened] = useState(false);
  const kind = railKindOf(pathname, user);
  const rail = railOf(kind, user);
  const isAdmin = kind === 'admin';
  const first = rail.slice(0, isAdmin ? 3 : 2);
  const third = rail.find((item) => item.to === '/messages') ?? rail.find((item) => !first.includes(item) && item.to !== '/wallet');
  const plus =
    user.isPerformer && !user.isLiteAccount && exists('/model/feeds/new')
      ? { to: '/model/feeds/new', label: t('shell.newPost') }
      : kind === 'fan' && exists('/wallet')
        ? { to: '/wallet', label: t('shell.topUp') }
        : null;
  return (
    <>
      <nav className={styles.bar} aria-label={t('shell.mainNavigation')}>
        {first.map((item) => (
          <BarItem key={item.to} item={item} on={isOn(item, pathname)} />
        ))}
        {plus ? (
          <Link to={plus.to} className={styles.plus} aria-label={plus.label}>
            <IconPlus size={22} stroke={1.75} />
          </Link>
        ) : null}
        {third ? <BarItem item={third} on={isOn(third, pathname)} /> : null}
        <button
          type="button"
          className={classes(styles.barItem, opened && styles.on)}
          aria-haspopup="dialog"
          onClick={() => setOpened(true)}
        >
          {!isAdmin ? <IconUser size={23} stroke={1.75} aria-hidden="true" /> : <IconMenu2 size={23} stroke={1.75} aria-hidden="true" />}
          {t(isAdmin ? 'shell.menu' : 'shell.profile')}
        </button>
      </nav>
      <MeSheet opened={opened} onClose={() => setOpened(false)} />
    </>
  );
};

const BarItem = ({ item, on }: { item: NavItem; on: boolean }) => (
  <Link to={item.to} className={classes(styles.barItem, on && styles.on)} aria-current={on ? 'page' : undefined}>
    <item.Icon size={23} stroke={1.75} aria-hidden="true" />
    {useText()(item.short ?? item.text)}
  </Link>
);

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
              parted={isParted(rail, index)}
              on={isOn(item, pathname)}
              onClose={onClose}
            />
          ))}
          {isOnStage && kind === 'performer' ? (
            <SheetLink to="/" text={t('shell.lookAround')} Icon={IconArrowsExchange} onClose={onClose} />
          ) : null}
          {user && exists('/account') && !user.isLiteAccount ? (
            <SheetLink to="/account" text={t('shell.account')} Icon={IconSettings} parted={kind === 'admin'} onClose={onClose} />
          ) : null}
          {user?.role === 'admin' && kind !== 'admin' ? (
            <SheetLink to="/admin" text={t('shell.administration')} Icon={IconShieldCheck} onClose={onClose} />
          ) : null}
        </div>
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
          onChange={(value) => void change(value as 'en')}
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
