import { IconArrowLeft, IconLogin2, IconMenu2, IconPlus, IconSearch, IconShoppingBag, IconUser, IconWallet } from '@tabler/icons-react';
import type { CurrentUser } from '@stagedoor/contract/users';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Amount } from '../../ui/Amount.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Chip, CountBadge } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { exists, loginFor, registerFor } from '../guard.ts';
import { useSession } from '../session.tsx';
import { SiteLogo } from '../SiteLogo.tsx';
import { isOn, type NavItem, railKindOf, railOf } from './navigation.tsx';
import { useCartTotal } from './cart-total.ts';
import styles from './Shell.module.css';
import { Unread } from './Unread.tsx';

const MeSheet = lazy(() => import('./MeSheet.tsx'));

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
                <Amount tokens={user.balance} stacked />
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
      <h1 className={styles.topTitle}>
        <bdi>{title}</bdi>
      </h1>
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
  // Its code is loaded at the first press.
  const [isAsked, setAsked] = useState(false);
  const kind = railKindOf(pathname, user);
  const rail = railOf(kind, user);
  const isAdmin = kind === 'admin';
  const first = rail.slice(0, isAdmin ? 3 : 2);
  const third = rail.find((item) => item.to === '/messages') ?? rail.find((item) => !first.includes(item) && item.to !== '/wallet');
  const middle =
    user.isPerformer && !user.isLiteAccount && exists('/model/feeds/new')
      ? { to: '/model/feeds/new', label: t('shell.newPost'), Icon: IconPlus }
      : kind === 'fan' && exists('/wallet')
        ? { to: '/wallet', label: t('shell.wallet'), Icon: IconWallet }
        : null;
  return (
    <>
      <nav className={styles.bar} aria-label={t('shell.mainNavigation')}>
        {first.map((item) => (
          <BarItem key={item.to} item={item} on={isOn(item, pathname)} />
        ))}
        {middle ? (
          <Link to={middle.to} className={styles.plus} aria-label={middle.label}>
            <middle.Icon size={22} stroke={1.75} aria-hidden="true" />
          </Link>
        ) : null}
        {third ? <BarItem item={third} on={isOn(third, pathname)} /> : null}
        <button
          type="button"
          className={classes(styles.barItem, opened && styles.on)}
          aria-haspopup="dialog"
          onClick={() => {
            setAsked(true);
            setOpened(true);
          }}
        >
          {!isAdmin ? <IconUser size={23} stroke={1.75} aria-hidden="true" /> : <IconMenu2 size={23} stroke={1.75} aria-hidden="true" />}
          {t(isAdmin ? 'shell.menu' : 'shell.profile')}
        </button>
      </nav>
      {isAsked ? (
        <Suspense>
          <MeSheet opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
    </>
  );
};

const BarItem = ({ item, on }: { item: NavItem; on: boolean }) => (
  <Link to={item.to} className={classes(styles.barItem, on && styles.on)} aria-current={on ? 'page' : undefined}>
    <item.Icon size={23} stroke={1.75} aria-hidden="true" />
    {useText()(item.short ?? item.text)}
    <Unread of={item} className={styles.barCount} />
  </Link>
);
