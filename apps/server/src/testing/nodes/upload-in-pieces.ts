import { createClient } from '../client.ts';
import type { Person } from '../factories.ts';
import { grainyPhoto } from '../grainy-photo.ts';
import { tusClient } from '../resumable-uploads.ts';

const PIECES = 6;

/** Uploads a photo in pieces that go to each node in turn, and uses it. @returns whether the site has it whole */
export const uploadInPieces = async (nodes: readonly string[], performer: Person): Promise<boolean> => {
  const file = await (await grainyPhoto(1600, 1200)).png().toBuffer();
  const clients = nodes.map((url) => tusClient(url, performer.client.token));
  const { id, status } = await clients[0]!.begin('feedPhoto', file.length);
  if (status !== 201) return false;
  const size = Math.ceil(file.length / PIECES);
  for (let piece = 0; piece < PIECES; piece += 1) {
    const client = clients[piece % clients.length]!;
    const offset = await client.offset(id);
    if (offset !== piece * size) return false;
    const answer = await client.patch(id, offset, new Uint8Array(file.subarray(offset, offset + size)));
    if (answer.status !== 204) return false;
  }
  const taken = await createClient(nodes[1]!, performer.client.token).send('POST /feeds/files/photo/upload', { uploadId: id, files: {} });
  return taken.status < 300;
};
