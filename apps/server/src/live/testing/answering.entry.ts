import { portOf } from '../../platform/bound-port.ts';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { startBeating } from '../heartbeat.ts';
import { processFile } from '../supervisor.ts';

// In place of a live process, for tests of its supervisor: it answers health checks and hosts nothing. After SIGUSR2 it leaves them without an answer, as
// one that is overloaded, until the next SIGUSR2.
let checks = 0;
let unanswered = 0;
let isOverloaded = false;
process.on('SIGUSR2', () => (isOverloaded = !isOverloaded));
await startBeating(process.env['DATA_DIR']!, 100);
const server = createServer((request, response) => {
  if (isOverloaded && request.headers['x-supervisor']) {
    unanswered += 1;
    return;
  }
  if (request.headers['x-supervisor']) checks += 1;
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ pid: process.pid, checks, unanswered }));
  if (request.method === 'POST') server.close(() => process.exit(0));
}).listen(0, '127.0.0.1', () => {
  const port = portOf(server);
  const found = { pid: process.pid, url: `http://127.0.0.1:${port}`, nodeId: randomUUID() };
  void writeFile(processFile(process.env['DATA_DIR']!), JSON.stringify(found));
});
