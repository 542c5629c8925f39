import { useReaction } from '../../features/items/use-reaction.ts';
import type { Profile as ProfileView } from '../../features/performers/profile.ts';
import { useData } from '../../app/data.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { useReloadWhenGone } from '../../app/use-reload-when-gone.ts';

/** The profile while its show begins and ends, and how it is followed. @param username of the address */
export const useProfile = (loaded: ProfileView, username: string) => {
  const input = { params: { id: username } };
  const { data: profile = loaded, refetch, error } = useData('GET /performers/{id}', input, { initialData: loaded });
  useRealtimeEvent('streams/changed', (event) => {
    if (event.performerId === profile._id) void refetch();
  });
  useReloadWhenGone(error);
  const follow = useReaction(
    { objectType: 'performer', objectId: profile._id, action: 'follow' },
    { active: profile.isFollowed, total: profile.counts.followers },
  );
  return { profile, refetch, follow };
};
