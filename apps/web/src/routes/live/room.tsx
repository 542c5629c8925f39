import { ApiError, type Call } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { useData } from '../../app/data.ts';
import { orErrorPage } from '../../app/route-data.ts';
import { isOpen, useShow } from '../../features/streams/use-show.ts';
import type { Route } from './+types/room.ts';
import { RoomContent } from './RoomContent.tsx';
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
  return (
    <>
      <RoomTitle profile={profile} session={open ? session : null} />
      <RoomContent show={show} profile={profile} onChanged={() => void refetchProfile()} />
    </>
  );
};

export default function KeyedRoomPage(props: Route.ComponentProps) {
  return <RoomPage key={props.loaderData.profile._id} {...props} />;
}
