import type { StreamSummary } from '@stagedoor/contract/streams';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { useData } from '../../../app/data.ts';
import { useCurrentUser } from '../../../app/session.tsx';
import { isOpen } from '../use-show.ts';
import { BeforeShow, type Begun } from './BeforeShow.tsx';
import { OnAir } from './OnAir.tsx';
import { PastShows } from './PastShows.tsx';
import styles from './studio.module.css';
import { Summary } from './Summary.tsx';
import { type Camera, useCamera } from './use-camera.ts';

/** The performer's studio: before, during and after a show. */
export const Studio = () => {
  const client = useQueryClient();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [ended, setEnded] = useState<string | null>(null);
  const end = useCallback(
    (streamId: string, summary: StreamSummary | null) => {
      setBegun(null);
      setEnded(streamId);
      // What was read during the show knows neither its length nor its recording.
      const key = ['GET /streaming/summary/{id}', { params: { id: streamId } }];
      if (summary) client.setQueryData(key, summary);
      else client.removeQueries({ queryKey: key });
      void client.invalidateQueries({ queryKey: [SESSION] });
      void client.invalidateQueries({ queryKey: ['GET /streaming/shows'] });
    },
    [client],
  );
  // The camera is off while only the summary is shown.
  return (
    <div className={styles.screen}>
      {ended && !begun ? (
        <Summary streamId={ended} onAnother={() => setEnded(null)} />
      ) : (
        <WithCamera>{(camera) => <Show camera={camera} begun={begun} onBegun={setBegun} onEnded={end} />}</WithCamera>
      )}
      {begun ? null : <PastShows />}
    </div>
  );
};

const SESSION = 'GET /streaming/session/{id}/{type}';

const WithCamera = ({ children }: { children: (camera: Camera) => ReactNode }) => children(useCamera());

const Show = ({
  camera,
  begun,
  onBegun,
  onEnded,
}: {
  camera: Camera;
  begun: Begun | null;
  onBegun: (begun: Begun) => void;
  onEnded: (streamId: string, summary: StreamSummary | null) => void;
}) => {
  const user = useCurrentUser();
  const { data: last } = useData(SESSION, { params: { id: user._id, type: 'public' } }, { enabled: begun === null });
  return begun ? (
    <OnAir begun={begun} camera={camera} onEnded={onEnded} />
  ) : (
    <BeforeShow camera={camera} waiting={isOpen(last) ? (last ?? null) : null} onBegun={onBegun} />
  );
};
