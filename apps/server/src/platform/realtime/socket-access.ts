import type { ErrorCode } from '@stagedoor/contract/errors';
import { type AccountViewer, VISITOR } from '../auth/viewer.ts';
import type { Handshake } from './handshake.ts';
import { GATE_ERRORS } from '../http/gate.ts';
import { type OurSocket, type Room, isRoom } from './rooms.ts';
import { rightsOf } from './socket-rights.ts';

export interface SocketAccessOptions {
  handshake: Pick<Handshake, 'gateFor'>;
  mustSetUp(viewer: AccountViewer): boolean;
  /** Tells if a viewer may stay in a room. */
  isAdmitted(socket: OurSocket, viewer: AccountViewer, room: Room): Promise<boolean>;
}

/** Gives sockets the rooms of their viewers, and takes the others from them. */
export const createSocketAccess = ({ handshake, mustSetUp, isAdmitted }: SocketAccessOptions) => {
  /** Leaves the rooms of shows that the viewer may no longer watch. */
  const reviewRooms = async (socket: OurSocket, viewer: AccountViewer): Promise<void> => {
    for (const room of socket.rooms)
      if (isRoom(room) && !(await isAdmitted(socket, viewer, room))) {
        void socket.leave(room);
      }
  };
  /** Gives a socket the rooms of its viewer, and takes the others from it at once. */
  const applyRights = (socket: OurSocket): ErrorCode | null => {
    const viewer = socket.data.viewer ?? VISITOR;
    const { refusal, rooms, mayWatch } = rightsOf(viewer, viewer.kind === 'account' && mustSetUp(viewer));
    for (const room of socket.rooms)
      if (room !== socket.id && !rooms.includes(room) && !(mayWatch && isRoom(room))) void socket.leave(room);
    const gate = handshake.gateFor(socket, viewer);
    if (gate) {
      socket.disconnect(true);
      return GATE_ERRORS[gate];
    }
    if (socket.connected) void socket.join([...rooms]);
    return refusal;
  };
  /** Takes all rooms from a socket until its session was looked up. */
  const demote = (socket: OurSocket): void => {
    delete socket.data.viewer;
    applyRights(socket);
  };
  const signOut = (socket: OurSocket): void => {
    delete socket.data.token;
    demote(socket);
  };
  /** Takes what was looked up for a socket. @returns why it receives nothing for its account, or null */
  const take = (socket: OurSocket, viewer: AccountViewer | null): ErrorCode | null => {
    const before = socket.data.viewer;
    if (!viewer) {
      signOut(socket);
      return 'UNAUTHENTICATED';
    }
    // Signing in again with the same session keeps the rooms: the handshake's sign-in may complete after the first room was joined.
    if (viewer.sessionId !== before?.sessionId || viewer.accountId !== before.accountId)
      for (const room of socket.rooms) if (isRoom(room)) void socket.leave(room);
    socket.data.viewer = viewer;
    return applyRights(socket);
  };

  /** Returns why the socket receives nothing for its account at present, or null. */
  const refusalOf = ({ data: { viewer } }: OurSocket): ErrorCode | null | undefined =>
    viewer && rightsOf(viewer, mustSetUp(viewer)).refusal;

  return { applyRights, demote, signOut, take, reviewRooms, refusalOf };
};
