import type { AnswerOf, Contract } from '@stagedoor/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useData } from '../../app/data.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';

export type ApplicationList = AnswerOf<Contract['GET /admin/applications']>;
export type ApplicationRow = ApplicationList['data'][number];
export type ApplicationDetail = AnswerOf<Contract['GET /admin/applications/{id}']>;
export type ApplicationState = ApplicationRow['state'];

/** The applications of a state; new ones and other admins' decisions appear by themselves. */
export const useApplications = (state: ApplicationState) => {
  const client = useQueryClient();
  const list = useData('GET /admin/applications', { query: { state, limit: 100 } });
  useRealtimeEvent('applications/changed', () => {
    void client.invalidateQueries({ queryKey: ['GET /admin/applications'] });
    void client.invalidateQueries({ queryKey: ['GET /admin/applications/{id}'] });
  });
  return list;
};
