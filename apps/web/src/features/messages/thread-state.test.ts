import type { PrivateMessage } from '@stagedoor/contract/conversations';
import { describe, expect, it } from 'vitest';
import {
  EMPTY_THREAD,
  type Outgoing,
  withAnnounced,
  withChanged,
  withDeleted,
  withMessages,
  withoutMessage,
  withOutgoing,
  withReceipt,
  withSent,
} from './thread-state.ts';

const message = (id: string, sender: string, text = id): PrivateMessage =>
  ({ _id: id, text, sender: { _id: sender }, isDeleted: false, deliveredAt: null, seenAt: null }) as PrivateMessage;
const outgoing = (key: string, state: Outgoing['state'] = 'sending'): Outgoing => ({
  key,
  text: key,
  files: [],
  price: null,
  replyTo: null,
  state,
});

describe('a thread', () => {
  it('keeps messages in the order of their ids, each once', () => {
    const thread = withMessages(withMessages(EMPTY_THREAD, [message('3', 'a'), message('1', 'b')]), [
      message('2', 'a'),
      message('3', 'a', 'new'),
    ]);
    expect(thread.messages.map(({ _id, text }) => [_id, text])).toEqual([
      ['1', '1'],
      ['2', '2'],
      ['3', 'new'],
    ]);
  });

  it('has a message that changed, but not again one that was taken back or deleted while it was read', () => {
    const shown = withMessages(EMPTY_THREAD, [message('1', 'a'), message('2', 'a'), message('3', 'a')]);
    const left = withDeleted(withoutMessage(shown, '2'), '3', 'Message deleted');
    const changed = withChanged(left, [message('1', 'a', 'with a preview'), message('2', 'a'), message('3', 'a')]);
    expect(changed.messages.map(({ _id, text }) => [_id, text])).toEqual([
      ['1', 'with a preview'],
      ['3', 'Message deleted'],
    ]);
  });

  it('replaces what is on its way by the stored message, whichever of answer and announcement comes first', () => {
    const sending = withOutgoing(EMPTY_THREAD, outgoing('hello'));
    const announced = withAnnounced(sending, message('1', 'me', 'hello'), 'me');
    expect([announced.messages.length, announced.outbox.length]).toEqual([0, 1]);
    const sent = withSent(announced, 'hello', message('1', 'me', 'hello'));
    expect([sent.messages.length, sent.outbox.length]).toEqual([1, 0]);
    expect(withAnnounced(sent, message('1', 'me', 'hello'), 'me').messages).toHaveLength(1);
    expect(withAnnounced(sending, message('2', 'them', 'hello'), 'me').messages).toHaveLength(1);
  });

  it('shows an own message of another device, also while a failed one waits here', () => {
    const failed = withOutgoing(EMPTY_THREAD, outgoing('hello', 'failed'));
    expect(withAnnounced(failed, message('1', 'me', 'hello'), 'me').messages).toHaveLength(1);
  });

  it('marks own messages as delivered and seen, and deleted ones', () => {
    const thread = withMessages(EMPTY_THREAD, [message('1', 'me'), message('2', 'them')]);
    const delivered = withReceipt(thread, 'me', { deliveredAt: 'd' });
    const seen = withReceipt(delivered, 'me', { seenAt: 's' });
    expect(seen.messages.map(({ deliveredAt, seenAt }) => [deliveredAt, seenAt])).toEqual([
      ['d', 's'],
      [null, null],
    ]);
    expect(withDeleted(seen, '2', 'Message deleted').messages[1]).toMatchObject({ text: 'Message deleted', isDeleted: true });
  });
});
