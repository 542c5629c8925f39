import type { AdminPermission } from '@stagedoor/contract/admin-roles';
import { keysOf } from '@stagedoor/contract/keys.values';
import type { Socket } from 'socket.io';
import type { AccountViewer } from '../auth/viewer.ts';

/** Rooms that accounts join by client events, and how to get the room's id from a payload. */
export const ROOMS = {
  stream: { join: 'streams/join', leave: 'streams/leave', id: (payload: { streamId: string }) => payload.streamId },
} as const;
export type RoomKind = keyof typeof ROOMS;
export type Room = `${RoomKind}:${string}`;

const KINDS = keysOf(ROOMS);
export const isRoom = (room: string): room is Room => KINDS.some((kind) => room.startsWith(`${kind}:`));
export const partsOf = (room: Room): { kind: RoomKind; id: string } => {
  const kind = KINDS.find((one) => room.startsWith(`${one}:`))!;
  return { kind, id: room.slice(kind.length + 1) };
};

export const ACCOUNT_ROOM = 'account:';
export const accountRoom = (accountId: string): string => `${ACCOUNT_ROOM}${accountId}`;
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;
export const adminRoom = (permission: AdminPermission): string => `admins:${permission}`;
export const SIGNED_IN = 'signed-in';

interface SocketData {
  /** The account of the socket's session, also when it is suspended or acted as: rights follow from it. */
  viewer?: AccountViewer;
  /** The session token, looked up again when the account changes. */
  token?: string;
  /** The account that was in a show that may go on in maintenance, when last looked at. */
  inShow?: string;
  /** The sign-in under way. */
  signingIn?: Promise<unknown>;
}
export type SocketEvents = Record<string, (payload: unknown, answer?: unknown) => void>;
export type OurSocket = Socket<SocketEvents, Record<string, (payload: unknown) => void>, Record<string, never>, SocketData>;
