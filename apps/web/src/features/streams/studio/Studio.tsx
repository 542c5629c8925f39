import type { StreamSession, StreamSummary } from '@stagedoor/contract/streams';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { call } from '../../../app/browser-call.ts';
import { useData } from '../../../app/data.ts';
import { PlannedShows } from '../../schedule/PlannedShows.tsx';
import { BeforeShow, type Begun } from './BeforeShow.tsx';
import { useEncoderAccess } from './encoder/use-encoder-access.ts';
import { type ShowSource, useSource } from './encoder/use-source.ts';
import { OnAir } from './OnAir.tsx';
import { PaidOnAir } from './PaidOnAir.tsx';
import { PastShows } from './PastShows.tsx';
import { Requests } from './Requests.tsx';
import styles from './studio.module.css';
import { TipMenuCard } from './TipMenuCard.tsx';
import { Summary } from './Summary.tsx';
import { type Camera, useCamera } from './use-camera.ts';

/** How a show ended: as usual, at once, or as a rehearsal that nobody saw. */
export type Ending = 'usual' | 'stopped' | 'rehearsal';
export type OnEnded = (streamId: string, summary: StreamSummary | null, how: Ending) => void;

const OPEN = 'GET /streaming/open';

/** Goes on with the public show that was paused; undefined when that fails: the studio then offers it. */
const goOn = async ({ _id, title, audience, isRecorded, goal }: StreamSession): Promise<Begun | undefined> => {
  try {
    // Never another one in its place.
    if (!(await call(OPEN, {})).shows.some((show) => show._id === _id)) return undefined;
    return await call('POST /streaming/live', {
      body: { title, audience: audience ?? 'everyone', isRecorded, goal: goal && { title: goal.title, amount: String(goal.amount) } },
    });
  } catch {
    return undefined;
  }
};

/** The performer's studio: before, during and after a show. */
export const Studio = () => {
  const client = useQueryClient();
  const { source, choose } = useSource();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [ended, setEnded] = useState<{ streamId: string; stopped: ShowSource | null } | null>(null);
  /** The public show that waits for the end of a private one. */
  const paused = useRef<StreamSession | null>(null);
  const [hasPaused, setHasPaused] = useState(false);
  const pause = useCallback((session: StreamSession | null) => {
    paused.current = session;
    setHasPaused(session !== null);
  }, []);
  const end = useCallback(
    (streamId: string, summary: StreamSummary | null, how: Ending) => {
      // Who stopped at once doesn't go on with anything.
      const waiting = how === 'stopped' ? null : paused.current;
      pause(null);
      setBegun(null);
      setEnded(waiting || how === 'rehearsal' ? null : { streamId, stopped: how === 'stopped' ? source : null });
      if (waiting)
        void goOn(waiting).then((resumed) => {
          if (resumed?.session._id === waiting._id) setBegun(resumed);
        });
      // What was read during the show knows neither its length nor its recording.
      const key = ['GET /streaming/summary/{id}', { params: { id: streamId } }];
      if (summary) client.setQueryData(key, summary);
      else client.removeQueries({ queryKey: key });
      void client.invalidateQueries({ queryKey: [OPEN] });
      void client.invalidateQueries({ queryKey: ['GET /streaming/shows'] });
    },
    [client, pause, source],
  );
  // The camera is off while only the summary is shown.
  return (
    <div className={styles.screen}>
      {ended && !begun ? (
        <Summary {...ended} onAnother={() => setEnded(null)} />
      ) : (
        <WithCamera isWanted={source === 'camera'}>
          {(camera) => (
            <Show
              camera={camera}
              source={source ?? 'camera'}
              onSource={choose}
              begun={begun}
              hasPaused={hasPaused}
              onPaused={pause}
              onBegun={setBegun}
              onEnded={end}
            />
          )}
        </WithCamera>
      )}
      {begun ? null : <PlannedShows />}
      {begun ? null : <TipMenuCard />}
      {begun ? null : <PastShows />}
    </div>
  );
};

const WithCamera = ({ isWanted, children }: { isWanted: boolean; children: (camera: Camera) => ReactNode }) =>
  children(useCamera(isWanted));

const Show = ({
  camera,
  source,
  onSource,
  begun,
  hasPaused,
  onPaused,
  onBegun,
  onEnded,
}: {
  camera: Camera;
  source: ShowSource;
  onSource: (source: ShowSource) => void;
  begun: Begun | null;
  hasPaused: boolean;
  onPaused: (session: StreamSession | null) => void;
  onBegun: (begun: Begun) => void;
  onEnded: OnEnded;
}) => {
  const { data: open } = useData(OPEN, {}, { enabled: begun === null });
  const waiting = open?.shows.find(({ state }) => state !== 'paused') ?? null;
  const publicShow = begun?.session.type === 'public' ? begun.session : (open?.shows.find(({ type }) => type === 'public') ?? null);
  const accepted = (next: Begun, endsPublic: boolean) => {
    onPaused(endsPublic ? null : publicShow);
    onBegun(next);
  };
  const { canStart: hasEncoder } = useEncoderAccess(source === 'encoder');
  const canAccept = source === 'encoder' ? hasEncoder : camera.state === 'ready';
  const requests = <Requests canAccept={canAccept} hasPublic={publicShow !== null} onAccepted={accepted} />;
  if (!begun)
    return (
      <BeforeShow
        camera={camera}
        source={source}
        onSource={onSource}
        waiting={waiting}
        requests={requests}
        onBegun={(next) => {
          if (next.session.type === 'private') onPaused(open?.shows.find(({ state }) => state === 'paused') ?? null);
          onBegun(next);
        }}
      />
    );
  if (begun.session.type === 'public') return <OnAir begun={begun} camera={camera} source={source} requests={requests} onEnded={onEnded} />;
  return <PaidOnAir key={begun.session._id} begun={begun} camera={camera} source={source} hasPaused={hasPaused} onEnded={onEnded} />;
};
