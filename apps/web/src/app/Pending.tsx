import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { useText } from '../ui/text.ts';
import type { ApiError } from './api.ts';

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
    <Empty
      title={error.message}
      action={
        <Button kind="lift" onClick={() => void refetch()}>
          {say('ui.tryAgain')}
        </Button>
      }
    />
  );
};
