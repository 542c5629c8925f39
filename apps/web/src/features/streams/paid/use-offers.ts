import { useData } from '../../../app/data.ts';
import { useRealtimeEvent } from '../../../app/realtime.tsx';

/** The ways into a performer's paid shows, kept current; undefined until they are known. */
export const useOffers = (performer: { _id: string; username: string }) => {
  const { data: offers, refetch } = useData('GET /streaming/offers/{id}', { params: { id: performer.username } });
  useRealtimeEvent('streams/changed', (event) => {
    if (event.performerId === performer._id) void refetch();
  });
  return offers;
};
