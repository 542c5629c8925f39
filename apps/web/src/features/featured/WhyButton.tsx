import { IconInfoCircle } from '@tabler/icons-react';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Button, IconButton } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';

const WhySheet = lazy(() => import('./WhySheet.tsx'));

interface WhyButtonProps {
  /** Says how what is shown here is chosen; how the site ranks and features by default. */
  sheet?: ComponentType<{ onClose: () => void }>;
  /** An icon, for beside a heading; the words by default. */
  isIcon?: boolean;
}

/** "Why am I seeing this?": opens what the site ranks by. */
export const WhyButton = ({ sheet: Sheet = WhySheet, isIcon = false }: WhyButtonProps) => {
  const t = useText();
  const [asks, setAsks] = useState(false);
  return (
    <>
      {isIcon ? (
        <IconButton
          size="sm"
          label={t('featured.why')}
          icon={<IconInfoCircle size={20} stroke={1.75} />}
          aria-haspopup="dialog"
          onClick={() => setAsks(true)}
        />
      ) : (
        <Button kind="text" size="sm" aria-haspopup="dialog" onClick={() => setAsks(true)}>
          {t('featured.why')}
        </Button>
      )}
      {asks ? (
        <Suspense>
          <Sheet onClose={() => setAsks(false)} />
        </Suspense>
      ) : null}
    </>
  );
};
