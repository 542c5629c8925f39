import type { Call } from '../../app/api.ts';
import { ApiError } from '../../app/api.ts';
import { orErrorPage } from '../../app/route-data.ts';

/** A performer's profile, and the show if there is one. */
export const loadRoom = async (by: Call, username: string) => {
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
