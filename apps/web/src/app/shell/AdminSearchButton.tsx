import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Keys } from '../../ui/Chip.tsx';
import { useText } from '../../ui/text.ts';
import styles from './Shell.module.css';

const AdminSearch = lazy(() => import('./AdminSearch.tsx'));

/** Opens the search of the administration: by a press, or by Ctrl-K (Cmd-K) anywhere in it. */
export const AdminSearchButton = () => {
  const t = useText();
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setOpened(true);
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
  return (
    <>
      <button type="button" className={styles.find} aria-haspopup="dialog" onClick={() => setOpened(true)}>
        <IconSearch size={20} stroke={1.75} aria-hidden="true" />
        <span>{t('shell.search')}</span>
        <span aria-hidden="true">
          <Keys>Ctrl K</Keys>
        </span>
      </button>
      {opened ? (
        <Suspense>
          <AdminSearch onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
    </>
  );
};
