import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { useText } from '../ui/text.ts';
import type { ApiError } from './api.ts';
import styles from './Pending.module.css';
import { isMissing } from './route-data.ts';

interface PendingProps {
  /** The query without data yet. */
  of: { error: ApiError | null; refetch: () => unknown };
  /** The data is what the page's address names: where there is none, the page says so instead of asking to try again. */
  isPage?: boolean;
  /** The skeleton of the pending content. */
  children: ReactNode;
}

/** Placeholder for pending data: its skeleton, or the error with a retry button. */
export const Pending = ({ of: { error, refetch }, isPage = false, children }: PendingProps) => {
  const t = useText();
  if (!error) return <>{children}</>;
  if (isPage && isMissing(error))
    return (
      <Empty
        title={t('errorPage.missingTitle')}
        text={t('errorPage.missingText')}
        action={
          <Button kind="lift" to="/">
            {t('errorPage.home')}
          </Button>
        }
      />
    );
  return (
    <div className={styles.failed} role="alert">
      <IconAlertCircle size={20} stroke={1.75} aria-hidden="true" />
      <span className={styles.words}>{error.message}</span>
      <Button kind="outline" size="sm" onClick={() => void refetch()}>
        {t('ui.tryAgain')}
      </Button>
    </div>
  );
};
