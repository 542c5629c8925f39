import type { ResponseOf, Contract } from '@stagedoor/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useListData } from '../../../app/data.ts';
import { useRealtimeEvent } from '../../../app/realtime.tsx';
import { useListSearch } from '../../lists/use-list-search.ts';

export type ApplicationList = ResponseOf<Contract['GET /admin/applications']>;
export type ApplicationRow = ApplicationList['data'][number];
export type ApplicationDetail = ResponseOf<Contract['GET /admin/applications/{id}']>;
export type ApplicationState = ApplicationRow['state'];

/** Page size of review queues. */
export const QUEUE_LENGTH = 50;

/** The applications in a state; new ones and other admins' decisions appear automatically. */
export const useApplications = (state: ApplicationState) => {
  const { offset } = useListSearch();
  const client = useQueryClient();
  const list = useListData('GET /admin/applications', { query: { state, limit: QUEUE_LENGTH, offset } });
  useRealtimeEvent('applications/changed', () => {
    void client.invalidateQueries({ queryKey: ['GET /admin/applications'] });
    void client.invalidateQueries({ queryKey: ['GET /admin/applications/{id}'] });
  });
  return list;
};
