import { call } from '../../app/browser-call.ts';
import { draftNameOf } from '../../ui/forms/draft-store.ts';
import { createOutbox, type Outbox } from './outbox.ts';

/** An attempt without an answer ends, and is repeated under its key, after so many milliseconds. */
const ANSWER_MS = 30_000;

const create = (accountId: string): Outbox => {
  const outbox = createOutbox(accountId, {
    send: (conversationId, { key, text, files, price, replyTo }) =>
      call('POST /messages/conversations/{id}', {
        params: { id: conversationId },
        body: {
          text,
          fileId: files.map(({ _id }) => _id),
          ...(price ? { price } : {}),
          ...(replyTo ? { replyTo: replyTo._id } : {}),
        },
        idempotencyKey: key,
        signal: AbortSignal.timeout(ANSWER_MS),
      }),
    later(run, milliseconds) {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    // Browsers have locks on secure pages alone; without them the idempotency key keeps two pages from sending twice.
    alone: (conversationId, run) =>
      'locks' in navigator ? (navigator.locks.request(`outbox.${conversationId}`, run) as ReturnType<typeof run>) : run(),
  });
  window.addEventListener('storage', ({ key }) => {
    const name = key === null ? null : draftNameOf(accountId, key);
    if (name?.startsWith('outbox.')) outbox.reload(name.slice('outbox.'.length));
  });
  return outbox;
};

const outboxes = new Map<string, Outbox>();

/** The outbox of the account that is logged in on this page. */
export const outboxOf = (accountId: string): Outbox => {
  const known = outboxes.get(accountId) ?? create(accountId);
  outboxes.set(accountId, known);
  return known;
};
