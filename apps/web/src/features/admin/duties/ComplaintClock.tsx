import { Card, CardHead } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { Facts } from '../moderation/Facts.tsx';

export interface Clock {
  days: number;
  open: number;
  late: number;
  oldestAt: string | null;
  decidedInTime: number;
  decidedLate: number;
}

/** Reports and notices by the card schemes' clock. */
export const ComplaintClock = ({ clock }: { clock: Clock }) => {
  const t = useText();
  const format = useFormat();
  return (
    <Card pad="lg">
      <CardHead title={t('duties.clock', { days: clock.days })} />
      <p className={classes(type.small, type.quiet)}>{t('duties.clockText')}</p>
      <Facts
        facts={[
          [t('duties.clock.open'), format.count(clock.open)],
          [t('duties.clock.late'), format.count(clock.late)],
          [t('duties.clock.oldest'), clock.oldestAt === null ? t('duties.clock.none') : format.date(clock.oldestAt, 'dayYear')],
          [t('duties.clock.inTime'), format.count(clock.decidedInTime)],
          [t('duties.clock.decidedLate'), format.count(clock.decidedLate)],
        ]}
      />
    </Card>
  );
};
