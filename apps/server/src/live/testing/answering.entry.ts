import { portOf } from '../../platform/bound-port.ts';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { processFile } from '../supervisor.ts';

// In place of a live process, for tests of its supervisor: it answers health checks and hosts nothing.
let checks = 0;
const server = createServer((request, response) => {
  if (request.headers['x-supervisor']) checks += 1;
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ pid: process.pid, checks }));
  if (request.method === 'POST') server.close(() => process.exit(0));
}).listen(0, '127.0.0.1', () => {
  const port = portOf(server);
  const found = { pid: process.pid, url: `http://127.0.0.1:${port}`, nodeId: randomUUID() };
  void writeFile(processFile(process.env['DATA_DIR']!), JSON.stringify(found));
});
