import type { PerformerReport } from '@stagedoor/contract/reports';
import { useState } from 'react';
import { useListData } from '../../app/data.ts';
import { ListPage } from '../../features/lists/ListPage.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { DisputeBodies } from '../../features/reports/DisputeBodies.tsx';
import styles from '../../features/reports/reports.module.css';
import { ViolationCard } from '../../features/reports/ViolationCard.tsx';
import { AppealSheet } from '../../features/reports/AppealSheet.tsx';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';

const LIMIT = 20;

/** Reports about what a performer published, with the decisions, and how to appeal. */
const Violations = () => {
  const t = useText();
  const { offset } = useListSearch();
  const [appealed, setAppealed] = useState<PerformerReport | null>(null);
  const reports = useListData('GET /performer/reports', { query: { limit: LIMIT, offset } });
  return (
    <ListPage
      title={t('violations.title')}
      lead={t('violations.lead')}
      head={
        <Button kind="outline" size="sm" to="/account/decisions">
          {t('decisions.title')}
        </Button>
      }
      list={reports}
      limit={LIMIT}
      skeleton={<RowsSkeleton rows={3} />}
      empty={<Empty title={t('violations.none')} text={t('violations.noneText')} />}
      over={appealed ? <AppealSheet key={appealed._id} report={appealed} onClose={() => setAppealed(null)} /> : null}
    >
      {(rows) => (
        <div className={styles.rows}>
          {rows.map((report) => (
            <ViolationCard key={report._id} report={report} onAppeal={() => setAppealed(report)} />
          ))}
          <DisputeBodies />
        </div>
      )}
    </ListPage>
  );
};

export default Violations;
