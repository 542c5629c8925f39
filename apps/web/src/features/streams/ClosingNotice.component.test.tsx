import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FAN } from '../../../testing/fixtures.ts';
import { SHOW_ID, sessionOf } from '../../../testing/fixtures-shows.ts';
import { show } from '../../../testing/show.tsx';
import { ClosingNotice } from './ClosingNotice.tsx';

const CLOSES_AT = '2026-05-01T21:40:00.000Z';
const notice = page.getByText(/^The site closes for maintenance at \d\d:\d\d: this show ends then\.$/);

test('says when the show ends as soon as its room hears of it, and nothing once maintenance is off', async () => {
  const { socket } = await show(<ClosingNotice show={sessionOf()} />, { user: FAN });
  await expect.element(notice).not.toBeInTheDocument();
  socket.receive('streams/closing', { streamId: '01890000-0000-7000-8000-000000000000', closesAt: CLOSES_AT });
  socket.receive('streams/closing', { streamId: SHOW_ID, closesAt: CLOSES_AT });
  await expect.element(notice).toBeVisible();
  socket.receive('streams/closing', { streamId: SHOW_ID, closesAt: null });
  await expect.element(notice).not.toBeInTheDocument();
});

test('is there on a page that is loaded while the show may go on', async () => {
  await show(<ClosingNotice show={sessionOf({ closesAt: CLOSES_AT })} />, { user: FAN });
  await expect.element(notice).toBeVisible();
  const inReadersZone = new Date(CLOSES_AT).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  await expect.element(notice).toMatchTextContent(`maintenance at ${inReadersZone}:`);
});
