import { permissionsOf } from '@stagedoor/contract/admin-roles';
import { CLIENT_EVENT_RULES, type ClientEvents } from '@stagedoor/contract/realtime';
import { type CallerRefusal, type Viewer, refusalFor } from '../auth/viewer.ts';
import { SIGNED_IN, accountRoom, adminRoom, sessionRoom } from './rooms.ts';

/** Returns why a viewer may not send an event, or null: the rule of calls, with the event's callers from the contract. */
export const eventRefusal = (event: keyof ClientEvents, viewer: Viewer, mustSetUp: boolean): CallerRefusal | null => {
  const rule = CLIENT_EVENT_RULES[event];
  return refusalFor(rule, viewer, rule.changes, mustSetUp);
};

export interface SocketRights {
  /** The reason why the socket receives nothing for its account, or null. */
  refusal: CallerRefusal | null;
  /** The rooms of its account, session and role. */
  rooms: readonly string[];
  /** True if it may be in rooms of shows; each room has its own check besides. */
  mayWatch: boolean;
}

/**
 * Decides what the socket of a viewer may be in.
 *
 * @param mustSetUp whether the viewer is an admin who must set up the second factor first
 */
export const rightsOf = (viewer: Viewer, mustSetUp: boolean): SocketRights => {
  const refusal = eventRefusal('auth/login', viewer, mustSetUp);
  if (refusal || viewer.kind === 'visitor') return { refusal: refusal ?? 'UNAUTHENTICATED', rooms: [], mayWatch: false };
  const permissions = viewer.adminRole && !mustSetUp ? permissionsOf(viewer.adminRole) : [];
  return {
    refusal: null,
    rooms: [SIGNED_IN, accountRoom(viewer.accountId), sessionRoom(viewer.sessionId), ...permissions.map(adminRoom)],
    mayWatch: eventRefusal('streams/join', viewer, mustSetUp) === null,
  };
};
