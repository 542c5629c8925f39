import type { ServerEventName, ServerEvents } from '@stagedoor/contract/realtime';
import { SERVER_EVENTS } from '@stagedoor/contract/realtime';
import type { Socket } from 'socket.io-client';

type Handler = (event: unknown) => void;

/** Stands for the real-time connection in a component test: connected from the start, and it hears what the test says the server sent. */
export class SocketDouble {
  /** Events that components sent, oldest first. */
  readonly sent: { name: string; payload: unknown }[] = [];
  readonly #handlers = new Map<string, Set<Handler>>();

  /** The part of a socket that components use. */
  readonly socket = {
    connected: true,
    on: (name: string, handler: Handler) => void this.#handlersOf(name).add(handler),
    off: (name: string, handler: Handler) => void this.#handlersOf(name).delete(handler),
    emit: (name: string, payload: unknown) => void this.sent.push({ name, payload }),
    timeout: () => ({
      emitWithAck: (name: string, payload: unknown) => {
        this.sent.push({ name, payload });
        return Promise.resolve({ success: true });
      },
    }),
  } as unknown as Socket;

  /** Delivers an event of the contract to the components that listen. */
  receive<K extends ServerEventName>(name: K, event: ServerEvents[K]): void {
    const parsed = SERVER_EVENTS[name].safeParse(event);
    if (!parsed.success) throw new Error(`The event ${name} is not of the contract's shape: ${parsed.error.message}`);
    for (const handler of this.#handlersOf(name)) handler(event);
  }

  #handlersOf(name: string): Set<Handler> {
    const known = this.#handlers.get(name) ?? new Set();
    this.#handlers.set(name, known);
    return known;
  }
}
