import type { AdminList } from '@stagedoor/contract/bulk-acts.values';
import { useState } from 'react';
import { useAction, useData } from '../../../app/data.ts';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import { filterTexts, type ListFilter } from '../../lists/tools/filters.ts';

const POLL_MS = 500;

/** Counts all rows of a list beyond the thousand that it counts by itself. The result holds until the filters change. */
export const useExactCount = (list: AdminList, filter: ListFilter) => {
  const t = useText();
  const count = useAction('POST /admin/list-counts');
  const under = JSON.stringify([list, filter]);
  const [asked, setAsked] = useState<{ under: string; id: string } | null>(null);
  const id = asked?.under === under ? asked.id : null;
  const counted = useData(
    'GET /admin/list-counts/{id}',
    { params: { id: id ?? '' } },
    { enabled: id !== null, refetchInterval: ({ state }) => (state.data?.endedAt ? false : POLL_MS) },
  );
  const start = async () => {
    const answer = await count.run({ body: { list, filter: filterTexts(filter) } });
    if (answer) setAsked({ under, id: answer._id });
    else toast(t('lists.countFailed'), { tone: 'bad' });
  };
  const known = id === null ? undefined : counted.data;
  return {
    start,
    isCounting: count.busy || (id !== null && !known?.endedAt && !counted.isError),
    /** Rows counted so far; undefined when it wasn't asked for. */
    soFar: known?.counted,
    total: known?.endedAt ? known.counted : undefined,
  };
};
