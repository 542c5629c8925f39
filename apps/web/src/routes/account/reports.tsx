import type { SentReport } from '@stagedoor/contract/restrictions';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction, useListData } from '../../app/data.ts';
import { ListPage } from '../../features/lists/ListPage.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { ObjectionSheet } from '../../features/reports/ObjectionSheet.tsx';
import styles from '../../features/reports/reports.module.css';
import { SentReportCard } from '../../features/reports/SentReportCard.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';

const LIMIT = 20;
const KEY = 'GET /account/reports';

/** The reports that an account sent, with their outcome and the complaint about it. */
const SentReports = () => {
  const t = useText();
  const client = useQueryClient();
  const { offset } = useListSearch();
  const [chosen, setChosen] = useState<SentReport | null>(null);
  const send = useAction('POST /account/reports/{id}/complain');
  const reports = useListData(KEY, { query: { limit: LIMIT, offset } });
  const press = async (id: string, text: string) => {
    if (!(await send.run({ params: { id }, body: { text } }))) return;
    toast(t('complaint.sent'), { tone: 'ok' });
    setChosen(null);
    await client.invalidateQueries({ queryKey: [KEY] });
  };
  return (
    <ListPage
      title={t('sentReports.title')}
      back="/account"
      lead={t('sentReports.lead')}
      list={reports}
      limit={LIMIT}
      skeleton={<RowsSkeleton rows={3} />}
      empty={<Empty title={t('sentReports.none')} text={t('sentReports.noneText')} />}
      over={
        chosen ? (
          <ObjectionSheet
            kind="complaint"
            busy={send.busy}
            error={send.error}
            onSend={(text) => void press(chosen._id, text)}
            onClose={() => setChosen(null)}
          />
        ) : null
      }
    >
      {(rows) => (
        <div className={styles.rows}>
          {rows.map((report) => (
            <SentReportCard key={report._id} report={report} onComplain={() => setChosen(report)} />
          ))}
        </div>
      )}
    </ListPage>
  );
};

export default SentReports;
