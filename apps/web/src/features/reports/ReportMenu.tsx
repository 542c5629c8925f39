import type { ReportObject } from '@stagedoor/contract/reports.values';
import { IconDots, IconFlag } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../../app/session.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { useText } from '../../ui/text.ts';

/** Loaded on the first press. */
export const LazyReportSheet = lazy(async () => ({ default: (await import('./ReportSheet.tsx')).ReportSheet }));

interface ReportMenuProps {
  objectType: ReportObject;
  objectId: string;
  /** Whose it is: one's own isn't reported. */
  ownerId: string;
  /** What it is, for screen readers. */
  name: string;
  /** On a picture or a video. */
  onPicture?: boolean;
}

/** The menu of something others may report. Accounts alone report; for everybody else there are takedown notices. */
export const ReportMenu = ({ objectType, objectId, ownerId, name, onPicture = false }: ReportMenuProps) => {
  const t = useText();
  const user = useSession();
  const [isOpen, setIsOpen] = useState(false);
  if (!user || user._id === ownerId) return null;
  return (
    <>
      <Menu
        groups={[
          {
            items: [
              { key: 'report', text: t('reports.report'), icon: <IconFlag size={20} stroke={1.75} />, onSelect: () => setIsOpen(true) },
            ],
          },
        ]}
        target={
          <IconButton
            kind={onPicture ? 'glass' : 'plain'}
            label={t('reports.more', { name })}
            icon={<IconDots size={20} stroke={1.75} />}
          />
        }
      />
      {isOpen ? (
        <Suspense>
          <LazyReportSheet object={{ objectType, objectId }} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
};
