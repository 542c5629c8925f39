import type { Socket as NetSocket } from 'node:net';
import type { Server, Socket } from 'socket.io';

/** Events to a room within so many milliseconds of each other are written together. */
const GATHER_MS = 20;
/** A client that doesn't take so many bytes is disconnected; it comes back and refetches. */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024;

/** `hiddenFrom`: accounts in the room that don't get it. */
export type RoomEvent = readonly [event: string, payload: unknown, hiddenFrom?: readonly string[]];

/** The parts of Engine.IO's socket that are used; its own WebSocket transport writes to `_sender`, which writes to `_socket`. */
interface Connection {
  readyState: string;
  upgrading: boolean;
  writeBuffer: readonly unknown[];
  transport: { name: string; socket?: { _sender?: { _socket?: NetSocket } } };
  close(discard?: boolean): void;
}

/** A member of a room. One object holds all that a write needs: looked up through maps and getters, it costs as much as the write. */
interface Member {
  socket: Socket;
  connection: Connection;
  /** The connection of a WebSocket; null for polling, and until an upgrade from it is complete. */
  raw: NetSocket | null;
}

const rawOf = ({ transport, upgrading }: Connection): NetSocket | null =>
  transport.name === 'websocket' && !upgrading ? (transport.socket?._sender?._socket ?? null) : null;

/** A text frame of the WebSocket protocol, unmasked as servers send it (RFC 6455, section 5.2). */
export const textFrameOf = (text: string): Buffer => {
  const length = Buffer.byteLength(text);
  const headerBytes = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerBytes + length);
  frame[0] = 0x81;
  if (headerBytes === 2) frame[1] = length;
  else if (headerBytes === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headerBytes);
  return frame;
};

/** An event of the default namespace as a frame: Engine.IO's packet `message`, Socket.IO's packet `event`. */
const frameOf = ([event, payload]: RoomEvent): Buffer => textFrameOf(`42${JSON.stringify([event, payload])}`);

interface Gathered {
  events: RoomEvent[];
  /** Those for the other nodes too. */
  shared: RoomEvent[];
  timer: NodeJS.Timeout | undefined;
  lastAt: number;
}

/**
 * Writes events to the members of rooms. A chat of thousands is bound by writes to sockets, so the events of 20 ms are framed once and written
 * to each connection with one call; the first after a pause goes at once. Connections by polling, and those with something still queued, get
 * them by Socket.IO's own way.
 * @param isGathered whether events to a room are sent this way
 * @param accountOf the account of a socket that is signed in
 * @param share sends events to the other nodes, which write them at once
 */
export const createRoomWriter = (
  io: Server,
  {
    isGathered,
    accountOf,
    share,
  }: {
    isGathered: (room: string) => boolean;
    accountOf: (socketId: string) => string | undefined;
    share: (room: string, events: readonly RoomEvent[]) => void;
  },
) => {
  const rooms = new Map<string, Gathered>();

  const members = new Map<string, Map<string, Member>>();
  const { adapter, sockets } = io.sockets;
  adapter.on('join-room', (room: string, id: string) => {
    const socket = sockets.get(id);
    if (!socket || !isGathered(room)) return;
    const connection = socket.conn as unknown as Connection;
    const all = members.get(room) ?? new Map<string, Member>();
    members.set(room, all.set(id, { socket, connection, raw: rawOf(connection) }));
  });
  adapter.on('leave-room', (room: string, id: string) => members.get(room)?.delete(id));
  adapter.on('delete-room', (room: string) => members.delete(room));

  /** Writes events to the members of this node at once. */
  const write = (room: string, events: readonly RoomEvent[]): void => {
    const all = members.get(room);
    if (!all) return;
    const frames = Buffer.concat(events.map(frameOf));
    const hidden = new Set(events.flatMap(([, , hiddenFrom]) => hiddenFrom ?? []));
    for (const member of all.values()) {
      const { socket, connection } = member;
      const accountId = hidden.size > 0 ? accountOf(socket.id) : undefined;
      if (accountId !== undefined && hidden.has(accountId)) {
        for (const [event, payload, hiddenFrom] of events) if (!hiddenFrom?.includes(accountId)) socket.emit(event, payload);
        continue;
      }
      const raw = (member.raw ??= rawOf(connection));
      if (raw === null || connection.writeBuffer.length > 0 || connection.readyState !== 'open')
        for (const [event, payload] of events) socket.emit(event, payload);
      else if (raw.writableLength > MAX_UNSENT_BYTES) connection.close(true);
      else raw.write(frames);
    }
  };

  const flush = (room: string, gathered: Gathered): void => {
    const { events, shared } = gathered;
    Object.assign(gathered, { events: [], shared: [], timer: undefined, lastAt: performance.now() });
    if (shared.length > 0) share(room, shared);
    write(room, events);
    // Kept for an interval after its last event, to know when that was.
    setTimeout(() => {
      if (gathered.timer === undefined && performance.now() - gathered.lastAt >= GATHER_MS) rooms.delete(room);
    }, GATHER_MS + 1).unref();
  };

  return {
    write,
    /** @param isShared for the members on other nodes too */
    gather(room: string, event: RoomEvent, { isShared }: { isShared: boolean }): void {
      const gathered = rooms.get(room) ?? { events: [], shared: [], timer: undefined, lastAt: -Infinity };
      rooms.set(room, gathered);
      gathered.events.push(event);
      if (isShared) gathered.shared.push(event);
      gathered.timer ??= setTimeout(() => flush(room, gathered), Math.max(0, gathered.lastAt + GATHER_MS - performance.now()));
    },
  };
};
