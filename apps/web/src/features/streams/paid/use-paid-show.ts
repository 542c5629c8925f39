import { useState } from 'react';
import { useData } from '../../../app/data.ts';
import { useRealtimeEvent } from '../../../app/realtime.tsx';
import { useSession, useSessionStore } from '../../../app/session.tsx';

/** An event may be lost: what it tells is read again so often, in milliseconds. */
const POLL_MS = 5000;

/** How many minutes are left, as last warned: 2 or 1; null without a warning. */
const useWarning = (streamId: string | undefined, refetch: () => void): number | null => {
  const user = useSession();
  const [warning, setWarning] = useState<number | null>(null);
  useRealtimeEvent('streams/seat', (event) => {
    if (event.streamId !== streamId) return;
    refetch();
    if (event.accountId === user?._id && event.change === 'charged') setWarning(event.warning);
  });
  return warning;
};

/** Keeps the wallet's balance in the session true while minutes are charged. */
const useBalance = (): void => {
  const store = useSessionStore();
  useRealtimeEvent('wallet/changed', ({ balance }) => store.update({ balance }));
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
  const warning = useWarning(id, refetch);
  useBalance();
  return { show, warning };
};

/** A group show, kept current. */
export const useGroupShow = (id: string) => {
  const show = useData('GET /streaming/group-chat/{id}', { params: { id } }, { refetchInterval: POLL_MS });
  const streamId = show.data?.session._id;
  const refetch = () => void show.refetch();
  useRealtimeEvent('streams/changed', (event) => {
    if (event.streamId === streamId) refetch();
  });
  const warning = useWarning(streamId, refetch);
  useBalance();
  return { show, warning };
};
