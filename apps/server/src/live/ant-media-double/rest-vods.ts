import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { numberPartOf, partOf, queryOf } from './requests.ts';
import { type RestOptions, pageOf, sorted } from './rest-options.ts';
import type { Vod } from './store.ts';
import { result, vodView } from './views.ts';

const SORTS: Record<string, string> = { name: 'vodName', date: 'creationDate' };
const MOST_BYTES = 512 * 1024 * 1024;

/** Videos: recordings of streams, and uploaded files. */
export const addVodRoutes = (rest: FastifyInstance, { store, folder, now }: RestOptions): void => {
  rest.register(multipart, { limits: { fileSize: MOST_BYTES, files: 1 } });

  rest.get('/vods/list/:offset/:size', async (request) => {
    const [streamId, search] = [queryOf(request, 'streamId'), queryOf(request, 'search').toLowerCase()];
    const found = [...store.vods.values()].filter(
      (one) => (streamId === '' || one.streamId === streamId) && (search === '' || one.vodName.toLowerCase().includes(search)),
    );
    const ordered = sorted(found, SORTS[queryOf(request, 'sort_by')] ?? '', queryOf(request, 'order_by'));
    return pageOf(ordered, numberPartOf(request, 'offset'), numberPartOf(request, 'size')).map(vodView);
  });
  rest.get('/vods/count', async () => ({ number: store.vods.size }));
  rest.get('/vods/:id', async (request, reply) => {
    const vod = store.vods.get(partOf(request, 'id'));
    return vod ? vodView(vod) : reply.code(404).send();
  });
  rest.delete('/vods/:id', async (request) => {
    const vod = store.vods.get(partOf(request, 'id'));
    if (!vod) return result(false, 'there is no such video');
    store.vods.delete(vod.vodId);
    await rm(vod.file, { force: true });
    return result(true);
  });
  rest.post('/vods/create', async (request, reply) => {
    const upload = request.isMultipart() ? await request.file() : undefined;
    const name = queryOf(request, 'name') || upload?.filename || '';
    if (!upload || !/\.(mp4|webm|mov|avi|mp3)$/i.test(name)) return reply.code(400).send(result(false, 'notAllowedFileType'));
    const vodId = randomUUID().replaceAll('-', '').slice(0, 24);
    const stored = `${vodId}${/\.\w+$/.exec(name)![0]}`;
    const file = join(folder, stored);
    await mkdir(folder, { recursive: true });
    await writeFile(file, upload.file);
    const vod: Vod = {
      vodId,
      vodName: name,
      streamName: null,
      streamId: null,
      creationDate: now().getTime(),
      startTime: 0,
      duration: 0,
      fileSize: (await stat(file)).size,
      filePath: `streams/${stored}`,
      previewFilePath: null,
      type: 'uploadedVod',
      processStatus: 'finished',
      file,
    };
    store.vods.set(vodId, vod);
    return result(true, '', vodId);
  });
};
