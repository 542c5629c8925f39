import type { ModerationFigures } from '@stagedoor/contract/reports';
import { Facts } from './Facts.tsx';
import styles from './moderation.module.css';
import { useHours } from './use-hours.ts';
import { Card } from '../../../ui/Card.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

/** Appeals, and what was done. */
export const FigureCards = ({ figures: { appeals, actions } }: { figures: ModerationFigures }) => {
  const t = useText();
  const format = useFormat();
  const hours = useHours();
  return (
    <div className={styles.cards}>
      <Card pad="lg">
        <h2 className={type.heading}>{t('moderationReport.appeals')}</h2>
        <Facts
          facts={[
            ...(['received', 'upheld', 'rejected', 'open'] as const).map(
              (key) => [t(`moderationReport.column.${key}`), format.count(appeals[key])] as const,
            ),
            [t('moderationReport.column.medianHours'), hours(appeals.medianHours)],
          ]}
        />
      </Card>
      <Card pad="lg">
        <h2 className={type.heading}>{t('moderationReport.actions')}</h2>
        <Facts
          facts={(['takenDown', 'takenDownUnasked', 'restored', 'suspended'] as const).map((key) => [
            t(`moderationReport.action.${key}`),
            format.count(actions[key]),
          ])}
        />
      </Card>
    </div>
  );
};
