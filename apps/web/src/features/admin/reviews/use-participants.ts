import type { ResponseOf, Contract } from '@stagedoor/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useListData } from '../../../app/data.ts';
import { useRealtimeEvent } from '../../../app/realtime.tsx';
import { useListSearch } from '../../lists/use-list-search.ts';
import { QUEUE_LENGTH } from './use-applications.ts';

export type ParticipantRow = ResponseOf<Contract['GET /admin/participants']>['data'][number];
export type ParticipantState = ParticipantRow['state'];

/** Co-performers in a state; new ones and other admins' decisions appear automatically. */
export const useParticipants = (state: ParticipantState) => {
  const { offset } = useListSearch();
  const client = useQueryClient();
  const list = useListData('GET /admin/participants', { query: { state, limit: QUEUE_LENGTH, offset } });
  useRealtimeEvent('applications/changed', () => void client.invalidateQueries({ queryKey: ['GET /admin/participants'] }));
  return list;
};
