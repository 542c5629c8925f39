import { createConversation, openMessages, writeMessage } from '@stagedoor/server/testing/conversation-fixtures';
import { type Person, createAdmin, createFan, createPerformer } from '@stagedoor/server/testing/factories';
import { type ServerProcess, startServer } from '@stagedoor/server/testing/server-process';
import { type TestApp, createTestApp, freePort } from '@stagedoor/server/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, visit } from './browser.ts';
import { type TcpProxy, createTcpProxy } from './tcp-proxy.ts';

// A fan and a performer write to each other by two nodes of one site, of which one is killed, and later the other: all that is written arrives once.

let app: TestApp;
let star: Person;
let fan: Person;
let conversationId: string;
let proxy: TcpProxy;
const nodes: ServerProcess[] = [];
beforeAll(async () => {
  app = await createTestApp();
  star = await createPerformer(app, { admin: await createAdmin(app) });
  fan = await createFan(app);
  await openMessages(star);
  conversationId = await createConversation(fan, star);
  await writeMessage(fan, conversationId, 'Good evening.');
  proxy = await createTcpProxy();
});
afterAll(async () => {
  for (const node of nodes) await node.kill();
  await proxy.close();
  await app.close();
});

/** A connection attempt that hangs ends after 20 s, and the next one may be 15 s later. */
const BACK = { timeout: 90_000 };

/** Browser errors while a node is down; tolerated only then. */
const NODE_DOWN =
  /Failed to load resource: net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|NETWORK_CHANGED)|WebSocket connection to .* failed/;

const startNode = async (port: number): Promise<ServerProcess> => {
  const node = await startServer(
    { databaseUrl: app.testDatabase.ownerUrl, dataDirectory: app.dataDirectory },
    { PORT: String(port), PUBLIC_URL: `http://localhost:${proxy.port}`, SERVE_WEB: 'yes' },
  );
  nodes.push(node);
  return node;
};
/** Opens the conversation on a node. */
const open = async (person: Person, port: number, options: Parameters<typeof visit>[1]) => {
  proxy.target = port;
  const origin = `http://localhost:${proxy.port}`;
  const seat = await visit(origin, options);
  await seat.page.context().addCookies([{ name: 'token', value: person.client.token!, url: origin }]);
  await goTo(seat.page, `/messages/${conversationId}`);
  await logOf(seat.page).getByText('Good evening.').waitFor();
  return seat;
};
const logOf = (page: Page) => page.getByRole('log');
const say = async (page: Page, text: string): Promise<void> => {
  const field = page.getByRole('textbox', { name: /^Message / });
  await field.fill(text);
  await field.press('Enter');
};
const stored = async (): Promise<string[]> =>
  (await app.platform.database.selectFrom('messages').select('text').orderBy('id').execute()).map(({ text }) => text);

test('a node is killed, and then the last one: what was written is sent once, and both sides see all of it', async () => {
  const [one, other] = [await freePort(), await freePort()];
  const first = await startNode(one);
  const second = await startNode(other);
  const seat = await open(fan, one, { width: 390, height: 844, scheme: 'dark' });
  const stage = await open(star, other, {});

  // Each is told by the other's node.
  await say(seat.page, 'Which piece tonight?');
  await logOf(stage.page).getByText('Which piece tonight?').waitFor();
  await say(stage.page, 'The second suite.');
  await logOf(seat.page).getByText('The second suite.').waitFor();

  // The fan's node is killed: the page goes on with the other.
  await first.kill();
  await say(seat.page, 'All six movements?');
  await logOf(stage.page).getByText('All six movements?').waitFor();
  await say(stage.page, 'Five. The gigue is for Sunday.');
  await logOf(seat.page).getByText('Five. The gigue is for Sunday.').waitFor();

  // The last one is killed: what both write waits in their browsers until a node answers.
  await second.kill();
  await say(seat.page, 'Are you still there?');
  await seat.page.getByText('Waiting for a connection').waitFor();
  await say(stage.page, 'Nothing works here.');
  await stage.page.getByText('Waiting for a connection').waitFor();
  proxy.target = one;
  await startNode(one);
  await logOf(stage.page).getByText('Are you still there?').waitFor(BACK);
  await logOf(seat.page).getByText('Nothing works here.').waitFor(BACK);
  for (const { page } of [seat, stage]) await page.getByText('Waiting for a connection').waitFor({ state: 'detached' });

  const written = await stored();
  expect(written.slice(0, 5)).toEqual([
    'Good evening.',
    'Which piece tonight?',
    'The second suite.',
    'All six movements?',
    'Five. The gigue is for Sunday.',
  ]);
  expect(written.slice(5).sort()).toEqual(['Are you still there?', 'Nothing works here.']);
  // What is read in an open conversation is read on every node.
  await expect
    .poll(() =>
      app.platform.database
        .selectFrom('conversation_members')
        .select(['account_id', 'unread_count'])
        .where('unread_count', '>', 0)
        .execute(),
    )
    .toEqual([]);
  // The order in which both see it is the one in which it was stored.
  for (const { page } of [seat, stage]) {
    const shown = await logOf(page).innerText();
    const places = written.map((text) => shown.indexOf(text));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(written.map((text) => shown.split(text).length - 1)).toEqual(written.map(() => 1));
  }
  for (const visitor of [seat, stage]) {
    visitor.expectErrors(NODE_DOWN);
    await visitor.close();
  }
});
