import type { AdminReport } from '@stagedoor/contract/reports';
import { useSiteTime } from '../../../app/site-time.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';

/** When a report or a notice is to be decided, marked once it is late. */
export const DueTime = ({ dueAt }: { dueAt: string }) => {
  const t = useText();
  const format = useFormat();
  const now = useSiteTime(60_000);
  return Date.parse(dueAt) <= now ? <Chip tone="bad">{t('admin.clock.late')}</Chip> : <>{format.date(dueAt, 'dayTime')}</>;
};

/** The result of a hiding reason, in words. */
export const HidingWords = ({ hiding }: { hiding: NonNullable<AdminReport['hiding']> }) => {
  const t = useText();
  return <>{t(`admin.clock.hiding.${hiding}`)}</>;
};
