import { afterEach, expect, test, vi } from 'vitest';
import { askCompany, isWebPage, tryCompany } from './company-calls.ts';
import { openReplyServer } from './testing/reply-server.ts';

type ReplyServer = Awaited<ReturnType<typeof openReplyServer>>;
const opened: ReplyServer[] = [];
const serve = async (replyTo: Parameters<typeof openReplyServer>[0]): Promise<ReplyServer> => {
  const server = await openReplyServer(replyTo);
  opened.push(server);
  return server;
};
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

const callsOf = (timeoutMs = 5000) => ({ fetch, timeoutMs, log: { warn: vi.fn<() => void>() } });
const SECRET = 'password=hush-hush';

test('a reply comes with its status and text', async () => {
  const { url } = await serve(() => ({ status: 418, body: 'tea' }));
  expect(await tryCompany(callsOf(), url)).toEqual({ status: 418, text: 'tea' });
});

test('a company that isn’t there was told nothing', async () => {
  const server = await openReplyServer(() => ({}));
  await server.close();
  expect(await tryCompany(callsOf(), server.url)).toEqual({ status: null, mayBeReceived: false, failure: 'ECONNREFUSED' });
  expect(await tryCompany(callsOf(), 'no address')).toMatchObject({ status: null, mayBeReceived: false });
});

test.each([['hang up'], ['silence']] as const)('a company that answers with %s may have been told', async (how) => {
  const { url } = await serve(() => how);
  expect(await tryCompany(callsOf(how === 'silence' ? 200 : 5000), url)).toMatchObject({ status: null, mayBeReceived: true });
});

test('failures are logged without the query, which holds passwords, and without an error that quotes it', async () => {
  const { url } = await serve(() => 'hang up');
  for (const address of [`${url}/?${SECRET}`, `not an address ${SECRET}`]) {
    const calls = callsOf();
    await tryCompany(calls, address);
    expect(calls.log.warn).toHaveBeenCalledOnce();
    expect(JSON.stringify(calls.log.warn.mock.calls)).not.toContain('hush');
  }
});

test('a redirect isn’t followed, since it would hand the query on', async () => {
  const other = await serve(() => ({}));
  const { url } = await serve(() => ({ status: 302, location: other.url }));
  expect(await tryCompany(callsOf(), `${url}/?${SECRET}`)).toMatchObject({ status: 302 });
  expect(other.asked).toEqual([]);
});

test('a question is answered by a status of 200 alone', async () => {
  const { url } = await serve((query) => ({ status: Number(query.get('status')), body: 'text' }));
  expect(await askCompany(callsOf(), `${url}/?status=200`)).toBe('text');
  for (const status of [302, 404, 500, 503])
    await expect(askCompany(callsOf(), `${url}/?status=${status}`)).rejects.toMatchObject({ code: 'GATEWAY_UNAVAILABLE' });
});

test('a web page is told from a reply', () => {
  expect(
    [' <!DOCTYPE html><p>', '<html lang="en">', '<?xml version="1.0"?><results>1</results>', 'response: FOUND'].map(isWebPage),
  ).toEqual([true, true, false, false]);
});
