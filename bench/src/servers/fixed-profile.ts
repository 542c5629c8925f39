import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { WebContext } from '@stagedoor/contract/web';
import { loadBuild } from '@stagedoor/server/platform/web/web-build';
import Fastify from 'fastify';

// The same page from the same renderer, with data from memory instead of the API.
const fixed = JSON.parse(readFileSync(process.env['FIXED']!, 'utf8')) as {
  path: string;
  replies: Record<string, unknown>;
  context: Omit<WebContext, 'api' | 'logError'>;
};
const renderer = await loadBuild(fileURLToPath(new URL('../../../apps/web/build', import.meta.url)));
const app = Fastify();
app.get('/*', async (request, reply) => {
  const context: WebContext = {
    ...fixed.context,
    api: (_method, path) => Promise.resolve({ status: 200, body: fixed.replies[path.split('?')[0]!] }),
    logError: (error) => console.error(error),
  };
  const page = await renderer.render(new Request(new URL(request.url, fixed.context.origin)), context);
  return reply
    .code(page.status)
    .header('content-type', 'text/html; charset=utf-8')
    .send(await page.text());
});
const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.send!({ url });
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
