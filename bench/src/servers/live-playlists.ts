import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { publish } from '@stagedoor/server/live/testing/publisher';
import { createBuiltInStage } from '@stagedoor/server/live/testing/stage';

// A live node with one show on air and many viewers' tokens, and beside it the limit: bare HTTP that sends a playlist of the same size from
// memory, without tokens, viewers or versions. Both in one process, so that the show costs both the same.
const VIEWERS = 500;
/** The playlist has its full length by then. */
const FULL_MS = 30_000;

const stage = await createBuiltInStage();
const id = stage.memory.createShow();
const publisher = await publish({ url: stage.address(`whip/${id}`), token: stage.memory.grant(id, 'publish').token });
const tokens = Array.from({ length: VIEWERS }, () => stage.memory.grant(id, 'play').token);
const playlist = stage.address(`streams/${id}.m3u8`);
await wait(FULL_MS);
const body = Buffer.from(await (await fetch(playlist, { headers: { authorization: `Bearer ${tokens[0]}` } })).arrayBuffer());

const bare = createServer((_request: IncomingMessage, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl', 'content-length': body.length });
  response.end(body);
});
await new Promise<void>((resolve) => {
  bare.listen(0, '127.0.0.1', resolve);
});

process.on('disconnect', () => process.exit(1));
process.on('SIGTERM', () => {
  publisher.vanish();
  void stage.close().finally(() => process.exit(0));
});
process.on('message', () => process.send!({ playlist, tokens, bare: `http://127.0.0.1:${(bare.address() as AddressInfo).port}` }));
process.send!({ url: playlist });
