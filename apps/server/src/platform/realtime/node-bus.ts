import type { Adapter } from 'socket.io-adapter';
import type { Namespace } from 'socket.io';

/** Carries the events and tasks of one site between its processes, for Socket.IO's adapter. */
export interface NodeBus {
  /** Makes the adapter of a namespace. Called with `new` by Socket.IO. */
  adapter: (namespace: Namespace) => Adapter;
  /** Called when messages of other nodes may have been missed. */
  onGap(handler: () => void): void;
  /** Announces this node to the others: what they send from now on reaches it. */
  announce(): Promise<void>;
  close(): Promise<void>;
}
