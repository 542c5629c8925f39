import type { BulkAct } from '@stagedoor/contract/bulk-acts';
import type { BulkActName } from '@stagedoor/contract/bulk-acts.values';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import { AskedAct } from '../frame/ActButton.tsx';

/** Acts that take something away from somebody. */
const TAKING: readonly BulkActName[] = ['accounts.suspend', 'content.takeDown'];

/** The list of acts on many rows, which shows one as soon as it is started. */
export const BULK_ACTS_KEY = 'GET /admin/bulk-acts';

/** The question before a prepared act: how many rows, and what happens to them. The act begins with the answer. */
export const useStartQuestion = (onStarted: () => void): { ask: (prepared: BulkAct) => void; question: ReactNode } => {
  const t = useText();
  const format = useFormat();
  const client = useQueryClient();
  const [prepared, setPrepared] = useState<BulkAct | null>(null);
  const [opened, setOpened] = useState(false);
  const question = prepared ? (
    <AskedAct
      write="POST /admin/bulk-acts/{id}/start"
      input={{ params: { id: prepared._id } }}
      title={t(`bulk.${prepared.act}.title`, { count: prepared.rows, number: format.count(prepared.rows) })}
      text={t(`bulk.${prepared.act}.text`)}
      act={t(`bulk.${prepared.act}.act`)}
      tone={TAKING.includes(prepared.act) ? 'bad' : 'gold'}
      opened={opened}
      onClose={() => {
        setOpened(false);
        // Refused, because another tab was faster: this one shows its outcome.
        void client.invalidateQueries({ queryKey: [BULK_ACTS_KEY] });
      }}
      onDone={onStarted}
    />
  ) : null;
  const ask = (next: BulkAct) => {
    setPrepared(next);
    setOpened(true);
  };
  return { ask, question };
};
