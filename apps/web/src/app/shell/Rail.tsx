import { IconDots } from '@tabler/icons-react';
import { Fragment, lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { Amount } from '../../ui/Amount.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Menu } from '../../ui/Menu.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { CountBadge } from '../../ui/Chip.tsx';
import { exists, landingPath, loginFor, registerFor } from '../guard.ts';
import { useSession } from '../session.tsx';
import { SiteLogo } from '../SiteLogo.tsx';
import { SiteMenu } from '../SiteMenu.tsx';
import { groupAt, isOn, type NavItem, railKindOf, railOf } from './navigation.tsx';
import { useCartTotal } from './cart-total.ts';
import styles from './Shell.module.css';
import { Unread } from './Unread.tsx';
import { useMeGroups } from './use-menu.tsx';
import { useQueues } from './use-queues.ts';

const importSearch = async () => ({ default: (await import('./AdminSearchButton.tsx')).AdminSearchButton });
/** Only admins need its code; the server renders it at once. */
const AdminSearchButton = import.meta.env.SSR ? (await importSearch()).default : lazy(importSearch);

/** The left rail of desktops: places, then the wallet and the own account. */
export const Rail = () => {
  const t = useText();
  const user = useSession();
  const { pathname } = useLocation();
  const kind = railKindOf(pathname, user);
  const rail = railOf(kind, user);
  const isAdmin = kind === 'admin';
  const waiting = useQueues(isAdmin);
  const pinned = rail.filter(({ group }) => group === 'pinned');
  const others = rail.filter(({ group }) => group !== 'pinned');
  return (
    <nav className={styles.rail} aria-label={t('shell.mainNavigation')}>
      <span className={styles.logo}>
        <SiteLogo />
      </span>
      {isAdmin ? (
        <Suspense>
          <AdminSearchButton />
        </Suspense>
      ) : null}
      <div className={classes(styles.nav, isAdmin && styles.dense)}>
        {others.map((item, index) => {
          const group = groupAt(others, index);
          return (
            <Fragment key={item.to}>
              {group ? <span className={classes(type.tiny, styles.group)}>{t(`shell.group.${group}`)}</span> : null}
              <RailItem item={item} waiting={waiting(item)} />
            </Fragment>
          );
        })}
        {kind === 'fan' ? <SiteMenu menu="header" label={t('shell.siteMenu')} className={styles.siteLinks} beside={rail} /> : null}
      </div>
      <div className={styles.foot}>
        {pinned.length > 0 ? (
          <div className={styles.pinned}>
            {pinned.map((item) => (
              <RailItem key={item.to} item={item} waiting={0} />
            ))}
          </div>
        ) : null}
        {user ? <Me wallet={kind === 'fan'} /> : <Visitor />}
      </div>
    </nav>
  );
};

const RailItem = ({ item, waiting }: { item: NavItem; waiting: number }) => {
  const t = useText();
  const { pathname } = useLocation();
  const on = isOn(item, pathname);
  return (
    <Link to={item.to} className={classes(styles.item, on && styles.on)} aria-current={on ? 'page' : undefined}>
      <item.Icon size={22} stroke={1.75} aria-hidden="true" />
      {t(item.text)}
      {item.to === '/cart' ? <CartCount /> : null}
      <Unread of={item} className={styles.itemCount} />
      {waiting > 0 ? <CountBadge value={waiting} label={t('shell.waiting', { count: waiting })} className={styles.itemCount} /> : null}
    </Link>
  );
};

const CartCount = () => {
  const t = useText();
  const total = useCartTotal();
  return <CountBadge value={total} label={t('shop.inIt', { count: total })} className={styles.itemCount} />;
};

const Me = ({ wallet }: { wallet: boolean }) => {
  const t = useText();
  const user = useSession();
  const groups = useMeGroups();
  if (!user) return null;
  const canTopUp = exists('/wallet');
  return (
    <>
      {wallet && canTopUp ? (
        <div className={styles.wallet}>
          <div className={styles.walletHead}>
            <span className={type.label}>{t('shell.wallet')}</span>
            <Link to="/wallet" className={classes(type.tiny, type.strong, type.spot)}>
              {t('shell.topUp')}
            </Link>
          </div>
          <div className={styles.walletSum}>
            <Amount tokens={user.balance} />
          </div>
        </div>
      ) : null}
      <div className={styles.me}>
        <Link to={landingPath(user)} tabIndex={-1} aria-hidden="true">
          <Avatar src={user.avatar} size={36} edge="house" />
        </Link>
        <div className={styles.meWords}>
          <div className={classes(type.small, type.strong, type.clip)}>
            <bdi>{user.name}</bdi>
          </div>
          <div className={classes(type.tiny, type.faint, type.clip)}>
            {user.role === 'admin' ? t('shell.admin') : user.isPerformer ? t('shell.performer') : <bdi>@{user.username}</bdi>}
          </div>
        </div>
        <Menu
          position="top-end"
          groups={groups}
          target={<IconButton label={t('shell.menu')} icon={<IconDots size={20} stroke={1.75} />} />}
        />
      </div>
    </>
  );
};

const Visitor = () => {
  const t = useText();
  const groups = useMeGroups();
  const { pathname, search } = useLocation();
  return (
    <div className={styles.visitor}>
      <Button kind="gold" wide to={registerFor(pathname + search)}>
        {t('shell.join')}
      </Button>
      <div className={styles.visitorRow}>
        <Button kind="outline" grow to={loginFor(pathname + search)}>
          {t('shell.logIn')}
        </Button>
        <Menu
          position="top-end"
          groups={groups}
          target={<IconButton label={t('shell.menu')} icon={<IconDots size={20} stroke={1.75} />} />}
        />
      </div>
    </div>
  );
};
