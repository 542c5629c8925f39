import { IconFlag } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../../app/session.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';
import type { ActedRef } from './item-calls.ts';

/** Loaded on the first press: lists are full of these. */
const ReportSheet = lazy(async () => ({ default: (await import('../reports/ReportSheet.tsx')).ReportSheet }));

/** Reports an item of somebody else's. Accounts alone report; for everybody else there are takedown notices. */
export const ReportButton = ({ item }: { item: ActedRef }) => {
  const t = useText();
  const user = useSession();
  const [isOpen, setIsOpen] = useState(false);
  if (!user || user._id === item.performer._id) return null;
  return (
    <>
      <IconButton
        size="sm"
        label={`${t('reports.report')}: ${item.title || item.performer.name}`}
        icon={<IconFlag size={20} stroke={1.75} />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      />
      {isOpen ? (
        <Suspense>
          <ReportSheet object={{ objectType: item.kind, objectId: item._id }} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
};
