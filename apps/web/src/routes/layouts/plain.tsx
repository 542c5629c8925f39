import { Outlet, useLocation } from 'react-router';
import { pageOf } from '../../app/guard.ts';
import styles from './plain.module.css';

/** The layout of pages without rail and bars: log-in, errors, rooms. */
const PlainLayout = () => {
  const { pathname } = useLocation();
  return pageOf(pathname).page.bare ? (
    <main id="content" tabIndex={-1} className={styles.bare}>
      <Outlet />
    </main>
  ) : (
    <main id="content">
      <Outlet />
    </main>
  );
};

export default PlainLayout;
