import { useState } from 'react';
import { Navigate } from 'react-router';
import { ApiError, type Call } from '../../app/api.ts';
import { orErrorPage } from '../../app/route-data.ts';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { useData } from '../../app/data.ts';
import { OfflineScreen, EndScreen } from '../../features/streams/EndScreen.tsx';
import { LockedRoom } from '../../features/streams/LockedRoom.tsx';
import { Room } from '../../features/streams/Room.tsx';
import { type RoomSheet, RoomSheets } from '../../features/streams/RoomSheets.tsx';
import { isOpen, useShow } from '../../features/streams/use-show.ts';
import type { Route } from './+types/room.ts';
import { RoomTitle } from './RoomTitle.tsx';

/** A performer's profile, and the show if there is one. */
const load = async (by: Call, username: string) => {
  const profile = await orErrorPage(by('GET /performers/{id}', { params: { id: username } }));
  const session = await orErrorPage(
    by('GET /streaming/view/{id}', { params: { id: profile.username } }).catch((error: unknown) => {
      // No show yet.
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }),
  );
  return { profile, session };
};

export const loader = ({ context, params }: Route.LoaderArgs) => load(callOf(context), params.username);
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(call, params.username);

/** A performer's public room: the show while it is live, its end screen afterwards. */
const RoomPage = ({ loaderData }: Route.ComponentProps) => {
  const { data: profile = loaderData.profile, refetch: refetchProfile } = useData(
    'GET /performers/{id}',
    { params: { id: loaderData.profile.username } },
    { initialData: loaderData.profile },
  );
  const show = useShow(profile, loaderData.session);
  const { session } = show;
  const open = isOpen(session);
  const [sheet, setSheet] = useState<{ kind: RoomSheet; streamId: string } | null>(null);
  // By a performer's name also the group show that is open is found: it has a page of its own.
  if (session && open && session.type !== 'public') return <Navigate to={`/live/${session.type}/${session._id}`} replace />;
  return (
    <>
      <RoomTitle profile={profile} session={open ? session : null} />
      {session && open && session.access?.allowed === false ? (
        <LockedRoom
          session={session}
          profile={profile}
          onOpened={() => {
            show.refetch();
            void refetchProfile();
          }}
        />
      ) : session && open ? (
        <Room
          key={session._id}
          session={session}
          profile={profile}
          joined={show.joined}
          isOver={show.isOver}
          onTip={show.addTip}
          onOpen={(kind) => setSheet({ kind, streamId: session._id })}
        />
      ) : session && session.endReason !== 'neverStarted' ? (
        <EndScreen session={session} profile={profile} />
      ) : (
        <OfflineScreen profile={profile} />
      )}
      {sheet ? (
        <RoomSheets
          sheet={sheet.kind}
          profile={profile}
          streamId={sheet.streamId}
          isOver={!open || session?._id !== sheet.streamId}
          onClose={() => setSheet(null)}
          onSubscribed={() => {
            setSheet(null);
            void refetchProfile();
          }}
        />
      ) : null}
    </>
  );
};

export default function KeyedRoomPage(props: Route.ComponentProps) {
  return <RoomPage key={props.loaderData.profile._id} {...props} />;
}
