import { fileURLToPath } from 'node:url';
import type { ApiReply, WebContext } from '@stagedoor/contract/web';
import { loadBuild } from '@stagedoor/server/platform/web/web-build';
import Fastify from 'fastify';
import { tellUsage } from './usage.ts';

// Pages from the same renderer, with the answers of the API from memory: each is asked of the product once. The session is one fan's.
const [origin, token] = [process.env['OURS']!, process.env['TOKEN']!];
const known = new Map<string, Promise<ApiReply>>();
const ask = async (path: string): Promise<ApiReply> => {
  const response = await fetch(origin + path, { headers: { authorization: token } });
  return { status: response.status, body: await response.json() };
};
const remember = (path: string): Promise<ApiReply> => {
  let answer = known.get(path);
  if (!answer) known.set(path, (answer = ask(path)));
  return answer;
};
const dataOf = async (path: string): Promise<never> => ((await ask(path)).body as { data: never }).data;

const context: Omit<WebContext, 'api' | 'logError'> = {
  locale: 'en',
  texts: (await ask('/i18n/text/en')).body as Record<string, string>,
  textsVersion: 'x',
  languages: [{ locale: 'en', name: 'English', isRightToLeft: false }],
  nonce: 'nonce',
  settings: await dataOf('/api/settings/public'),
  scripts: null,
  session: await dataOf('/api/users/me'),
  gate: null,
  origin: 'http://localhost:8080',
  clockAheadMs: 0,
  takesCards: true,
};
const renderer = await loadBuild(fileURLToPath(new URL('../../../apps/web/build', import.meta.url)));
const app = Fastify();
app.get('/*', async (request, reply) => {
  const page = await renderer.render(new Request(new URL(request.url, context.origin)), {
    ...context,
    api: (_method, path) => remember(`/api${path}`),
    logError: (error) => console.error(error),
  });
  return reply
    .code(page.status)
    .header('content-type', 'text/html; charset=utf-8')
    .send(await page.text());
});
const url = await app.listen({ port: 0, host: '127.0.0.1' });
tellUsage();
process.send!({ url });
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
