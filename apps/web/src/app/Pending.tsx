import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { useText } from '../ui/text.ts';
import type { ApiError } from './api.ts';
import styles from './Pending.module.css';

interface PendingProps {
  /** The reading that has no answer yet. */
  of: { error: ApiError | null; refetch: () => unknown };
  /** The skeleton of what will be here. */
  children: ReactNode;
}

/** In place of what is not here yet: its skeleton, or the sentence that says why and the way to try again. */
export const Pending = ({ of: { error, refetch }, children }: PendingProps) => {
  const say = useText();
  if (!error) return <>{children}</>;
  return (
    <div className={styles.failed} role="alert">
      <IconAlertCircle size={20} stroke={1.75} aria-hidden="true" />
      <span className={styles.words}>{error.message}</span>
      <Button kind="outline" size="sm" onClick={() => void refetch()}>
        {say('ui.tryAgain')}
      </Button>
    </div>
  );
};
