import { useData } from '../../../app/data.ts';
import { useRealtimeEvent } from '../../../app/realtime.tsx';
import { useSessionStore } from '../../../app/session.tsx';

/** An event may be lost: what it tells is read again so often, in milliseconds. */
const POLL_MS = 5000;

/** Reads the seats again when one of them changed, or the own wallet: both change how many minutes are left. */
const useSeats = (streamId: string | undefined, refetch: () => void): void => {
  const store = useSessionStore();
  useRealtimeEvent('streams/seat', (event) => {
    if (event.streamId === streamId) refetch();
  });
  useRealtimeEvent('wallet/changed', ({ balance }) => {
    store.update({ balance });
    refetch();
  });
};

/** A private show for its two, kept current. */
export const usePrivateShow = (id: string) => {
  const show = useData('GET /streaming/private-chat/{id}', { params: { id } }, { refetchInterval: POLL_MS });
  const refetch = () => void show.refetch();
  useRealtimeEvent('streams/request', (event) => {
    if (event.requestId === id) refetch();
  });
  useRealtimeEvent('streams/changed', (event) => {
    if (event.streamId === id) refetch();
  });
  useSeats(id, refetch);
  return show;
};

/** A group show, kept current. */
export const useGroupShow = (id: string) => {
  const show = useData('GET /streaming/group-chat/{id}', { params: { id } }, { refetchInterval: POLL_MS });
  const streamId = show.data?.session._id;
  const refetch = () => void show.refetch();
  useRealtimeEvent('streams/changed', (event) => {
    if (event.streamId === streamId) refetch();
  });
  useSeats(streamId, refetch);
  return show;
};
