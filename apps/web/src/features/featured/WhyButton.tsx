import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';

const WhySheet = lazy(() => import('./WhySheet.tsx'));

/** "Why am I seeing this?": opens what the site ranks and features by. */
export const WhyButton = () => {
  const t = useText();
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button kind="text" size="sm" aria-haspopup="dialog" onClick={() => setAsks(true)}>
        {t('featured.why')}
      </Button>
      {asks ? (
        <Suspense>
          <WhySheet onClose={() => setAsks(false)} />
        </Suspense>
      ) : null}
    </>
  );
};
