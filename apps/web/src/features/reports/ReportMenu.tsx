import type { ReportObject } from '@stagedoor/contract/reports.values';
import { IconBan, IconBellOff, IconDots, IconEye, IconFlag, IconShare2 } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../../app/session.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { useText } from '../../ui/text.ts';
import type { ReportedObject } from './ReportSheet.tsx';

/** Loaded on the first press. */
export const LazyReportSheet = lazy(async () => ({ default: (await import('./ReportSheet.tsx')).ReportSheet }));
const BlockSheet = lazy(() => import('../hiding/BlockSheet.tsx'));

interface ReportMenuProps {
  objectType: ReportObject;
  objectId: string;
  /** Whose it is: one's own isn't reported. */
  ownerId: string;
  /** What it is, for screen readers. */
  name: string;
  /** The performer it is or is of, who can be muted and blocked here. */
  performer?: { _id: string; name: string; isMuted?: boolean };
  /** Shares its address: offered to everybody, visitors and the owner too. */
  onShare?: () => void;
  /** The performer was blocked: the page may show nothing any more. */
  onBlocked?: () => void;
  size?: 'sm';
  /** Further things at this place that can be reported instead. */
  others?: readonly ReportedObject[];
  /** On a picture or a video. */
  onPicture?: boolean;
}

/**
 * The menu of something others may share, report, or hide from themselves. Accounts alone report and hide; for everybody else there are
 * takedown notices.
 */
export const ReportMenu = (props: ReportMenuProps) => {
  const { objectType, objectId, ownerId, name, performer, onShare, onBlocked, size, others = [], onPicture = false } = props;
  const t = useText();
  const user = useSession();
  const client = useQueryClient();
  const [sheet, setSheet] = useState<'report' | 'block' | null>(null);
  const mayReport = user !== null && user._id !== ownerId;
  if (!mayReport && !onShare) return null;
  const again = () => void client.invalidateQueries();
  const hide = async (how: 'mutePerformer' | 'showAgain') => {
    if (performer) await (await import('../hiding/mute-performer.ts'))[how](t, performer, again);
  };
  return (
    <>
      <Menu
        groups={[
          ...(onShare
            ? [{ items: [{ key: 'share', text: t('items.share'), icon: <IconShare2 size={20} stroke={1.75} />, onSelect: onShare }] }]
            : []),
          ...(mayReport
            ? [
                {
                  items: [
                    {
                      key: 'report',
                      text: t('reports.report'),
                      icon: <IconFlag size={20} stroke={1.75} />,
                      onSelect: () => setSheet('report'),
                    },
                  ],
                },
              ]
            : []),
          ...(performer && mayReport
            ? [
                {
                  items: [
                    performer.isMuted
                      ? {
                          key: 'show',
                          text: t('hiding.unmute', { name: performer.name }),
                          icon: <IconEye size={20} stroke={1.75} />,
                          onSelect: () => void hide('showAgain'),
                        }
                      : {
                          key: 'mute',
                          text: t('hiding.mute', { name: performer.name }),
                          icon: <IconBellOff size={20} stroke={1.75} />,
                          onSelect: () => void hide('mutePerformer'),
                        },
                    {
                      key: 'block',
                      text: t('hiding.block', { name: performer.name }),
                      icon: <IconBan size={20} stroke={1.75} />,
                      bad: true,
                      onSelect: () => setSheet('block'),
                    },
                  ],
                },
              ]
            : []),
        ]}
        target={
          <IconButton
            {...(size ? { size } : {})}
            kind={onPicture ? 'glass' : 'plain'}
            label={t('reports.more', { name })}
            icon={<IconDots size={20} stroke={1.75} />}
          />
        }
      />
      {sheet === 'report' ? (
        <Suspense>
          <LazyReportSheet object={{ objectType, objectId }} others={others} onClose={() => setSheet(null)} />
        </Suspense>
      ) : null}
      {sheet === 'block' && performer ? (
        <Suspense>
          <BlockSheet performer={performer} onClose={() => setSheet(null)} onBlocked={onBlocked ?? again} />
        </Suspense>
      ) : null}
    </>
  );
};
