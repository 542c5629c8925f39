import { Pending } from '../../../app/Pending.tsx';
import { useData } from '../../../app/data.ts';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { FigureCards } from './FigureCards.tsx';
import { FigureTools } from './FigureTools.tsx';
import { FiguresByReason } from './FiguresByReason.tsx';
import styles from './moderation.module.css';
import { useMonth } from './use-month.ts';

/** The month's figures of moderation. */
export const MonthReport = () => {
  const { month, months } = useMonth();
  const figures = useData('GET /admin/moderation', { query: { month } });
  const data = figures.data;
  return (
    <>
      <FigureTools month={month} months={months} figures={data} />
      {data ? (
        <div className={styles.stack}>
          <FiguresByReason rows={data.rows} />
          <FigureCards figures={data} />
        </div>
      ) : (
        <Pending of={figures}>
          <RowsSkeleton rows={5} />
        </Pending>
      )}
    </>
  );
};
