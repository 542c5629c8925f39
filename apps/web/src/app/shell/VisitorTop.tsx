import { IconSearch } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Button, IconButton } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';
import { exists } from '../guard.ts';
import { SiteLogo } from '../SiteLogo.tsx';
import { SiteMenu } from '../SiteMenu.tsx';
import { railOf } from './navigation.tsx';
import styles from './Shell.module.css';

/** The top of the front page on desktops, where other pages have the rail: the logo, what is open to everybody, log-in and registration. */
export const VisitorTop = () => {
  const t = useText();
  const places = railOf('fan', null).filter(({ to }) => to !== '/' && to !== '/cart');
  return (
    <header className={styles.visitorTop}>
      <SiteLogo />
      <nav className={styles.visitorPlaces} aria-label={t('shell.mainNavigation')}>
        {places.map(({ to, text }) => (
          <Link key={to} to={to}>
            {t(text)}
          </Link>
        ))}
      </nav>
      <SiteMenu menu="header" label={t('shell.siteMenu')} className={styles.visitorLinks} beside={places} />
      {exists('/search') ? <IconButton to="/search" label={t('shell.search')} icon={<IconSearch size={20} stroke={1.75} />} /> : null}
      <Button kind="outline" to="/auth/login">
        {t('shell.logIn')}
      </Button>
      <Button kind="gold" to="/auth/register">
        {t('shell.join')}
      </Button>
    </header>
  );
};
