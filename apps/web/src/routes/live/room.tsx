import { profilePicturePath } from '@stagedoor/contract/link-pictures.values';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { OfflineScreen, EndScreen } from '../../features/streams/EndScreen.tsx';
import { LockedRoom } from '../../features/streams/LockedRoom.tsx';
import { Room } from '../../features/streams/Room.tsx';
import { isOpen, useShow } from '../../features/streams/use-show.ts';
import { useText } from '../../ui/text.ts';
import type { Route } from './+types/room.ts';
import { loadRoom } from './load-room.ts';

export const loader = ({ context, params }: Route.LoaderArgs) => loadRoom(callOf(context), params.username);
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadRoom(call, params.username);

/** A performer's public room: the show while it is live, its end screen afterwards. */
const RoomPage = ({ loaderData }: Route.ComponentProps) => {
  const t = useText();
  const { data: profile = loaderData.profile, refetch: refetchProfile } = useData(
    'GET /performers/{id}',
    { params: { id: loaderData.profile.username } },
    { initialData: loaderData.profile },
  );
  const show = useShow(profile, loaderData.session);
  const { session } = show;
  const open = isOpen(session);
  return (
    <>
      <PageTitle
        title={open ? t('room.title', { name: profile.name }) : profile.name}
        description={
          open && session
            ? t('room.description', { name: profile.name, title: session.title })
            : t('room.descriptionAway', { name: profile.name })
        }
        image={profilePicturePath(profile._id)}
        imageAlt={profile.name}
        path={`/live/${profile.username}`}
      />
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
          onChanged={() => void refetchProfile()}
        />
      ) : session && session.endReason !== 'neverStarted' ? (
        <EndScreen session={session} profile={profile} />
      ) : (
        <OfflineScreen profile={profile} />
      )}
    </>
  );
};

export default function KeyedRoomPage(props: Route.ComponentProps) {
  return <RoomPage key={props.loaderData.profile._id} {...props} />;
}
