import type { ModerationYear } from '@stagedoor/contract/reports';
import { Card } from '../../../ui/Card.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { Facts } from './Facts.tsx';
import styles from './moderation.module.css';
import { useHours } from './use-hours.ts';

/** Automatic hiding and holding back with their reversals, appeals, complaints, and repeated violations of a year. */
export const YearCards = ({ figures }: { figures: ModerationYear }) => {
  const t = useText();
  const format = useFormat();
  const hours = useHours();
  return (
    <div className={styles.cards}>
      {(['hidden', 'copies', 'appeals', 'complaints'] as const).map((part) => (
        <Card key={part} pad="lg">
          <h2 className={type.heading}>{t(`moderationYear.part.${part}`)}</h2>
          <Facts
            facts={[
              ...(['received', 'upheld', 'rejected', 'open'] as const).map(
                (key) => [t(`moderationYear.column.${key}`), format.count(figures[part][key])] as const,
              ),
              [t('moderationYear.column.medianHours'), hours(figures[part].medianHours)],
            ]}
          />
        </Card>
      ))}
      <Card pad="lg">
        <h2 className={type.heading}>{t('moderationYear.part.repeated')}</h2>
        <Facts
          facts={(['suspended', 'suspensionsLifted', 'unfounded'] as const).map((key) => [
            t(`moderationYear.column.${key}`),
            format.count(figures.repeated[key]),
          ])}
        />
      </Card>
    </div>
  );
};
