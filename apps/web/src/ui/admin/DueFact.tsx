import type { AdminReport } from '@stagedoor/contract/reports';
import { Chip } from '../Chip.tsx';
import { useFormat } from '../format.tsx';
import { useText } from '../text.ts';

/** When a report or a notice is to be decided, marked once it is late. */
export const DueTime = ({ dueAt, now }: { dueAt: string; now: number }) => {
  const t = useText();
  const format = useFormat();
  return Date.parse(dueAt) <= now ? <Chip tone="bad">{t('admin.clock.late')}</Chip> : <>{format.date(dueAt, 'dayTime')}</>;
};

/** The result of a hiding reason, in words. */
export const HidingWords = ({ hiding }: { hiding: NonNullable<AdminReport['hiding']> }) => {
  const t = useText();
  return <>{t(`admin.clock.hiding.${hiding}`)}</>;
};
