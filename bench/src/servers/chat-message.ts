/** What the servers of the chat bench are told. */
export interface ChatOrder {
  /** Numbers of messages to send to the room. */
  send?: readonly number[];
  /** Answer with what was used so far. */
  usage?: boolean;
}

/** The show whose room it is. */
export const ROOM = '01890a5d-ac96-774b-bcce-b302099a8057';

/** How long the peers gather, like the product. */
export const GATHER_MS = 20;

/** A message of a show's chat, as the product sends it. */
export const chatMessage = (number: number) => ({
  streamId: ROOM,
  message: {
    _id: `01890a5d-ac96-774b-bcce-${String(number).padStart(12, '0')}`,
    conversationId: '01890a5d-ac96-774b-bcce-b302099a8058',
    type: 'text',
    text: 'Play the second one again, please, it was lovely.',
    sender: { _id: '01890a5d-ac96-774b-bcce-b302099a8059', username: 'person17', name: 'Person 17', avatar: '/files/avatar/17.webp' },
    tip: null,
    isDeleted: false,
    createdAt: '2026-11-25T00:00:00.000Z',
    updatedAt: '2026-11-25T00:00:00.000Z',
  },
});

/** Collects for the time of gathering, the first after a pause at once. */
export const gathering = <T>(flush: (all: T[]) => void): ((one: T) => void) => {
  let waiting: T[] = [];
  let timer: NodeJS.Timeout | undefined;
  let lastAt = -Infinity;
  return (one) => {
    waiting.push(one);
    timer ??= setTimeout(
      () => {
        const all = waiting;
        waiting = [];
        timer = undefined;
        lastAt = performance.now();
        flush(all);
      },
      Math.max(0, lastAt + GATHER_MS - performance.now()),
    );
  };
};
