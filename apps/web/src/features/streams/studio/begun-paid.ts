import type { Publishing, StreamSession } from '@stagedoor/contract/streams';
import { call } from '../../../app/browser-call.ts';
import type { Begun } from './BeforeShow.tsx';

interface Answer {
  session: StreamSession;
  publishing: Publishing;
}

const isOver = async (session: StreamSession): Promise<boolean> => {
  const params = { id: session._id, type: session.type };
  return (await call('GET /streaming/session/{id}/{type}', { params })).state === 'ended';
};

/** A private show that was accepted; accepting again answers where to publish it now. */
export const begunPrivate = ({ session, publishing }: Answer): Begun => ({
  session,
  publishing,
  renew: async () =>
    (await isOver(session))
      ? null
      : (await call('POST /streaming/private-chat/{id}/accept', { params: { id: session._id }, body: {} })).publishing,
});

/** A group show; beginning it again answers where to publish the open one now. */
export const begunGroup = ({ session, publishing }: Answer): Begun => ({
  session,
  publishing,
  renew: async () =>
    (await isOver(session)) ? null : (await call('POST /streaming/group-chat', { body: { title: session.title, seats: 2 } })).publishing,
});

/** Goes on with an open private or group show. */
export const resume = async (session: StreamSession): Promise<Begun> =>
  session.type === 'private'
    ? begunPrivate(await call('POST /streaming/private-chat/{id}/accept', { params: { id: session._id }, body: {} }))
    : begunGroup(await call('POST /streaming/group-chat', { body: { title: session.title, seats: 2 } }));
