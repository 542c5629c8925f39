import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';

const WhySheet = lazy(() => import('./WhySheet.tsx'));

interface WhyButtonProps {
  /** Says how what is shown here is chosen; how the site ranks and features by default. */
  sheet?: ComponentType<{ onClose: () => void }>;
}

/** "Why am I seeing this?": opens what the site ranks by. */
export const WhyButton = ({ sheet: Sheet = WhySheet }: WhyButtonProps) => {
  const t = useText();
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button kind="text" size="sm" aria-haspopup="dialog" onClick={() => setAsks(true)}>
        {t('featured.why')}
      </Button>
      {asks ? (
        <Suspense>
          <Sheet onClose={() => setAsks(false)} />
        </Suspense>
      ) : null}
    </>
  );
};
