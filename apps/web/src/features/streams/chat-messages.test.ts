import type { Message } from '@stagedoor/contract/conversations';
import { describe, expect, it } from 'vitest';
import {
  lastId,
  NO_LINES,
  picturesOf,
  withAnnounced,
  withDeleted,
  withMessages,
  withPending,
  withSent,
  withShown,
} from './chat-messages.ts';

const INES = 'ines';
const said = (number: number, text: string, sender = INES): Message => ({
  _id: `0190000${number}`,
  conversationId: 'conversation',
  kind: 'text',
  text,
  fileId: [],
  files: [],
  sender: { _id: sender, username: sender, name: sender, avatar: '', isHost: false, isModerator: false },
  tip: null,
  gift: null,
  isDeleted: false,
  createdAt: '2026-11-21T12:00:00.000Z',
  updatedAt: '2026-11-21T12:00:00.000Z',
});
const texts = (lines: { messages: readonly Message[] }) => lines.messages.map(({ text }) => text);

describe('the messages of a chat', () => {
  it('are unique and in order of time, whatever order they arrive in', () => {
    const lines = withMessages(withMessages(NO_LINES, [said(3, 'c'), said(1, 'a')]), [said(2, 'b'), said(3, 'c')]);
    expect(texts(lines)).toEqual(['a', 'b', 'c']);
    expect(lastId(lines)).toBe('01900003');
  });

  it('are what the server has once they were read again, with what arrived meanwhile and a deletion that was announced', () => {
    const before = withMessages(NO_LINES, [said(1, 'a'), said(2, 'b'), said(3, 'c')]);
    const meanwhile = withMessages(withDeleted(before, ['01900003'], 'Message deleted'), [said(5, 'e')]);
    const shown = new Set(before.messages.map(({ _id }) => _id));
    const lines = withShown(meanwhile, [said(4, 'd'), said(3, 'c'), { ...said(1, 'Message deleted'), isDeleted: true }], shown);
    expect(texts(lines)).toEqual(['Message deleted', 'Message deleted', 'd', 'e']);
  });

  it('show an own message once if its event arrives before its response', () => {
    const waiting = withPending(NO_LINES, { key: 'k', text: 'Sarabande next', pictures: [], failed: false });
    const announced = withAnnounced(waiting, said(1, 'Sarabande next'), INES);
    expect(announced.pending).toEqual([]);
    expect(texts(withSent(announced, 'k', said(1, 'Sarabande next')))).toEqual(['Sarabande next']);
  });

  it('keep the second of two equal messages pending when the first is announced', () => {
    const first = withPending(NO_LINES, { key: 'one', text: 'Encore', pictures: [], failed: false });
    const both = withPending(first, { key: 'two', text: 'Encore', pictures: [], failed: false });
    expect(withAnnounced(both, said(1, 'Encore'), INES).pending.map(({ key }) => key)).toEqual(['two']);
  });

  it('are told apart by their pictures, which go with a deletion', () => {
    const picture = { width: 4, height: 3, thumbhash: null, sources: [{ width: 4, url: '/files/a' }] };
    const shown: Message = { ...said(1, ''), fileId: ['a'], files: [{ kind: 'image', _id: 'a', picture }] };
    const one = withPending(NO_LINES, { key: 'one', text: '', pictures: [{ _id: 'b', picture }], failed: false });
    const both = withPending(one, { key: 'two', text: '', pictures: [{ _id: 'a', picture }], failed: false });
    const lines = withAnnounced(both, shown, INES);
    expect(lines.pending.map(({ key }) => key)).toEqual(['one']);
    expect(lines.messages.map(picturesOf)).toEqual([[{ kind: 'image', _id: 'a', picture }]]);
    expect(withDeleted(lines, [shown._id], 'Message deleted').messages).toMatchObject([{ fileId: [], files: [], text: 'Message deleted' }]);
  });

  it('keep an own message pending when somebody else sends the same text', () => {
    const waiting = withPending(NO_LINES, { key: 'k', text: 'Encore', pictures: [], failed: false });
    expect(withAnnounced(waiting, said(1, 'Encore', 'noor'), INES).pending).toHaveLength(1);
  });

  it('keep a deleted message deleted, even if an older response arrives later', () => {
    const deleted = withDeleted(withMessages(NO_LINES, [said(1, 'a')]), ['01900001'], 'Message deleted');
    expect(texts(deleted)).toEqual(['Message deleted']);
    expect(texts(withMessages(deleted, [said(1, 'a'), said(2, 'b')]))).toEqual(['Message deleted', 'b']);
  });

  it('keep a retried message in its place', () => {
    const failed = withPending(NO_LINES, { key: 'k', text: 'a', pictures: [], failed: true });
    expect(withPending(failed, { key: 'k', text: 'a', pictures: [], failed: false }).pending).toEqual([
      { key: 'k', text: 'a', pictures: [], failed: false },
    ]);
  });
});
