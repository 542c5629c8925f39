import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FAN, idOf } from '../../../testing/fixtures.ts';
import { show } from '../../../testing/show.tsx';
import UnreadBadge from './UnreadBadge.tsx';

const UNREAD = 'GET /messages/total-unread-messages';

test.each(['conversations/deleted', 'conversations/removed'] as const)(
  'counts unread messages again once one of them is gone: %s',
  async (event) => {
    const { api, socket } = await show(<UnreadBadge badge="messages" />, { user: FAN }, (double) =>
      double.answer(UNREAD, { total: 2, conversations: 1 }),
    );
    await expect.element(page.getByText('2')).toBeVisible();
    api.answer(UNREAD, { total: 1, conversations: 1 });
    socket.receive(event, { conversationId: idOf(1), messageId: idOf(2) });
    await expect.element(page.getByText('1')).toBeVisible();
  },
);
