import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { useText } from '../ui/text.ts';
import type { ApiError } from './api.ts';
import styles from './Pending.module.css';

interface PendingProps {
  /** The query without data yet. */
  of: { error: ApiError | null; refetch: () => unknown };
  /** The skeleton of the pending content. */
  children: ReactNode;
}

/** Placeholder for pending data: its skeleton, or the error with a retry button. */
export const Pending = ({ of: { error, refetch }, children }: PendingProps) => {
  const t = useText();
  if (!error) return <>{children}</>;
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
