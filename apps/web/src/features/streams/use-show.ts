import type { StreamSession } from '@stagedoor/contract/streams';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useData } from '../../app/data.ts';
import { useRealtimeEvent, useRealtimeRoom } from '../../app/realtime.tsx';
import { useSession } from '../../app/session.tsx';
import { useReloadWhenGone } from '../../app/use-reload-when-gone.ts';

/** Poll interval without a socket, in milliseconds. */
const POLL_MS = 5000;
const AWAY_POLL_MS = 10_000;
/** With a socket the show is polled occasionally too: an event may have been lost. */
const QUIET_POLL_MS = 30_000;
const VIEW = 'GET /streaming/view/{id}';

export const isOpen = (session: Pick<StreamSession, 'state'> | null | undefined): boolean => !!session && session.state !== 'ended';

/** How long the recording is polled for after a show, in milliseconds. */
const RECORDING_MS = 5 * 60_000;

const awaitsRecording = ({ isRecorded, recording, endedAt }: StreamSession): boolean =>
  isRecorded && !recording && endedAt !== null && Date.now() - new Date(endedAt).getTime() < RECORDING_MS;

interface Show {
  /** The open show, or the last one; null if there never was one. */
  session: StreamSession | null;
  /** The room's events are received. */
  joined: boolean;
  refetch: () => void;
  /** Whether it has ended, according to the latest known state. */
  isOver: () => boolean;
  /** Adds a tip at once; the next response is authoritative. */
  addTip: (tokens: number) => void;
}

/** The current state of a performer's show: by its events while in its room, else by polling. */
export const useShow = (performer: { _id: string; username: string }, initial: StreamSession | null): Show => {
  const client = useQueryClient();
  const user = useSession();
  const [exists, setExists] = useState(initial !== null);
  const [input] = useState({ params: { id: performer.username } });
  const [pace, setPace] = useState<number | false>(false);
  const view = useData(VIEW, input, { enabled: exists, ...(initial ? { initialData: initial } : {}), refetchInterval: pace });
  const session = view.data ?? null;
  const open = isOpen(session);
  const isLocked = session?.access?.allowed === false;
  const joined = useRealtimeRoom(open && user && !isLocked ? (session?._id ?? null) : null);
  const waitsForRecording = !open && session !== null && awaitsRecording(session);
  useEffect(
    () => setPace(open ? (joined ? QUIET_POLL_MS : POLL_MS) : waitsForRecording ? POLL_MS : false),
    [open, joined, waitsForRecording],
  );
  const away = useData(
    'GET /performers/{id}',
    { params: { id: performer.username } },
    { enabled: !user && !open, refetchInterval: user || open ? false : AWAY_POLL_MS },
  );
  useReloadWhenGone(session === null ? null : view.error);
  const { refetch: read } = view;
  const refetch = useCallback(() => {
    setExists(true);
    void read();
  }, [read]);
  const beginsNow = away.data?.live.state === 'public' && !open;
  useEffect(() => {
    if (beginsNow) refetch();
  }, [beginsNow, refetch]);
  const change = useCallback(
    (part: (known: StreamSession) => Partial<StreamSession>) =>
      client.setQueryData<StreamSession>([VIEW, input], (known) => known && { ...known, ...part(known) }),
    [client, input],
  );
  useRealtimeEvent('streams/changed', (event) => {
    if (event.performerId === performer._id) refetch();
  });
  useRealtimeEvent('streams/viewers', ({ streamId, viewers }) => {
    change((known) => (known._id === streamId ? { viewers, peakViewers: Math.max(viewers, known.peakViewers) } : {}));
  });
  const addTip = useCallback(
    (tokens: number) => {
      change(({ goal }) => (goal ? { goal: { ...goal, raised: Math.round((goal.raised + tokens) * 100) / 100 } } : {}));
      // The next goal begins when one is reached: the server knows which.
      const goal = client.getQueryData<StreamSession>([VIEW, input])?.goal;
      if (goal && goal.raised >= goal.amount) refetch();
    },
    [change, client, input, refetch],
  );
  const isOver = useCallback(() => client.getQueryData<StreamSession>([VIEW, input])?.state === 'ended', [client, input]);
  return { session, joined, refetch, isOver, addTip };
};
