import type { Decision } from '@stagedoor/contract/restrictions';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction, useListData } from '../../app/data.ts';
import { ListPage } from '../../features/lists/ListPage.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { DecisionCard } from '../../features/reports/DecisionCard.tsx';
import { DisputeBodies } from '../../features/reports/DisputeBodies.tsx';
import { ObjectionSheet } from '../../features/reports/ObjectionSheet.tsx';
import styles from '../../features/reports/reports.module.css';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';

const LIMIT = 20;
const KEY = 'GET /account/decisions';

/** Measures against what an account published, or against the account, with their reasons and the appeal. */
const Decisions = () => {
  const t = useText();
  const client = useQueryClient();
  const { offset } = useListSearch();
  const [appealed, setAppealed] = useState<Decision | null>(null);
  const send = useAction('POST /account/decisions/{id}/appeal');
  const decisions = useListData(KEY, { query: { limit: LIMIT, offset } });
  const press = async (id: string, text: string) => {
    if (!(await send.run({ params: { id }, body: { text } }))) return;
    toast(t('violations.appealed'), { tone: 'ok' });
    setAppealed(null);
    await client.invalidateQueries({ queryKey: [KEY] });
  };
  return (
    <ListPage
      title={t('decisions.title')}
      back="/account"
      lead={t('decisions.lead')}
      list={decisions}
      limit={LIMIT}
      skeleton={<RowsSkeleton rows={3} />}
      empty={<Empty title={t('decisions.none')} text={t('decisions.noneText')} />}
      over={
        appealed ? (
          <ObjectionSheet
            kind="appeal"
            busy={send.busy}
            error={send.error}
            onSend={(text) => void press(appealed._id, text)}
            onClose={() => setAppealed(null)}
          />
        ) : null
      }
    >
      {(rows) => (
        <div className={styles.rows}>
          {rows.map((decision) => (
            <DecisionCard key={decision._id} decision={decision} onAppeal={() => setAppealed(decision)} />
          ))}
          <DisputeBodies />
        </div>
      )}
    </ListPage>
  );
};

export default Decisions;
