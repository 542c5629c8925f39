import type { AnswerOf, Contract } from '@stagedoor/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useData } from '../../app/data.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';

export type ParticipantRow = AnswerOf<Contract['GET /admin/participants']>['data'][number];
export type ParticipantState = ParticipantRow['state'];

/** Co-performers of a state; new ones and other admins' decisions appear by themselves. */
export const useParticipants = (state: ParticipantState) => {
  const client = useQueryClient();
  const list = useData('GET /admin/participants', { query: { state, limit: 100 } });
  useRealtimeEvent('applications/changed', () => void client.invalidateQueries({ queryKey: ['GET /admin/participants'] }));
  return list;
};
