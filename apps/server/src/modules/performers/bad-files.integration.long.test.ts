import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { type Person, createAdmin, createPerformer, picture, unique } from '../../testing/factories.ts';
import { openFile } from '../../testing/open-documents.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { asBlob, video } from '../../testing/videos.ts';

// Files of a false type, at every place where a performer sends one: refused by code, leaving nothing.

let app: TestApp;
let performer: Person;
let admin: Person;
let lite: Person;
let film: Buffer;
const files: Record<string, { blob: Blob; code: RegExp }> = {};
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  performer = await createPerformer(app, { admin });
  lite = await createPerformer(app, { approved: false });
  film = await video();
  const jpeg = new Uint8Array(await (await picture({ width: 1200, height: 900 })).arrayBuffer());
  const wide = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#123' } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  const KIND = /^FILE_KIND_REFUSED$/;
  /** Where pictures aren't accepted at all, their kind is refused first. */
  const LARGE = /^FILE_TOO_LARGE$|^FILE_KIND_REFUSED$/;
  const READ = /^FILE_UNREADABLE$|^FILE_KIND_REFUSED$/;
  Object.assign(files, {
    'a script named .jpg': { blob: new File(['#!/bin/sh\nrm -rf /\n'], 'a.jpg', { type: 'image/jpeg' }), code: KIND },
    'an SVG with script': {
      blob: new Blob(['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'], { type: 'image/svg+xml' }),
      code: KIND,
    },
    'a page': { blob: new Blob(['<!doctype html><script>alert(1)</script>']), code: KIND },
    'a zip bomb': { blob: new Blob([new Uint8Array(gzipSync(Buffer.alloc(20_000_000)))], { type: 'image/png' }), code: KIND },
    'a program': {
      blob: new Blob([new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, ...Array.from({ length: 200 }, () => 0)])]),
      code: KIND,
    },
    'a hundred megapixels': { blob: new Blob([new Uint8Array(wide)]), code: LARGE },
    'half a picture': { blob: new Blob([jpeg.slice(0, jpeg.length / 2)]), code: READ },
    'a PDF that ends early': { blob: new Blob(['%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\n']), code: READ },
    'a page that calls itself a PDF': { blob: new Blob(['%PDF-1.7\n<script>alert(1)</script>']), code: READ },
    'a page with a PDF in it': { blob: new Blob(['<html>', '%PDF-1.7\n', '%%EOF']), code: KIND },
  });
});
afterAll(() => app.close());

const stored = async (): Promise<string[]> =>
  (await readdir(join(app.dataDirectory, 'files'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
const rows = async () => ({
  files: (await app.platform.database.selectFrom('files').select('id').execute()).length,
  documents: (await app.platform.database.selectFrom('performer_documents').select('id').execute()).length,
  participants: (await app.platform.database.selectFrom('participants').select('id').execute()).length,
  accounts: (await app.platform.database.selectFrom('accounts').select('id').execute()).length,
});

const PLACES: Record<string, (blob: Blob) => ReturnType<Client['raw']>> = {
  avatar: (avatar) => performer.client.raw('POST /performers/avatar/upload', { files: { avatar } }),
  cover: (cover) => performer.client.raw('POST /performers/cover/upload', { files: { cover } }),
  documents: async (documentVerification) =>
    lite.client.raw('POST /performers/documents/upload', { files: { idVerification: await picture(), documentVerification } }),
  'welcome video': (file) => performer.client.raw('POST /performers/welcome-video/upload', { files: { file } }),
  participants: async (release) =>
    performer.client.raw('POST /performer/participants', {
      body: { legalName: 'Nora Quill', dateOfBirth: '1991-02-03' },
      files: { identity: await picture(), release },
    }),
  registration: async (documentVerification) => {
    const username = unique('new');
    return app.client().raw('POST /auth/performers/register', {
      body: {
        username,
        email: `${username}@example.org`,
        password: 'correct horse 42',
        name: 'New',
        gender: 'female',
        firstName: 'New',
        lastName: 'Comer',
        country: 'PT',
        dateOfBirth: '1990-01-01',
      },
      files: { idVerification: await picture(), documentVerification },
    });
  },
};

describe.each(Object.keys(PLACES))('%s', (place) => {
  test('refuses files of a false type, and leaves nothing', async () => {
    const before = [await stored(), await rows()];
    for (const [name, { blob, code }] of Object.entries(files)) {
      const { status, error } = await PLACES[place]!(blob);
      expect([name, status, error?.error]).toEqual([
        name,
        expect.toSatisfy((value: number) => value >= 400 && value < 500),
        expect.stringMatching(code),
      ]);
    }
    await app.settle();
    expect([await stored(), await rows()]).toEqual(before);
  });
});

test('a film is refused as a document, and a picture as a film', async () => {
  const before = [await stored(), await rows()];
  for (const place of ['avatar', 'documents', 'participants'])
    expect((await PLACES[place]!(asBlob(film))).error.error).toBe('FILE_KIND_REFUSED');
  expect((await PLACES['welcome video']!(await picture())).error.error).toBe('FILE_KIND_REFUSED');
  expect([await stored(), await rows()]).toEqual(before);
});

test('a picture with a page appended is stored as the picture alone; as a document it is never served as a page', async () => {
  const jpeg = new Uint8Array(await (await picture()).arrayBuffer());
  const polyglot = new Blob([jpeg, '<script>alert("polyglot")</script>']);
  await PLACES['avatar']!(polyglot);
  const { avatar } = await performer.client.call('GET /performers/me');
  const shown = await fetch(new URL(avatar, app.url));
  expect(shown.headers.get('content-type')).toBe('image/webp');
  expect(Buffer.from(await shown.arrayBuffer()).includes('polyglot')).toBe(false);
  const sent = await PLACES['documents']!(polyglot);
  expect(sent.status).toBe(200);
  const { id } = await app.platform.database
    .selectFrom('performer_documents')
    .select('id')
    .where('performer_id', '=', lite.id)
    .where('replaced_at', 'is', null)
    .where('kind', '=', 'documentVerification')
    .executeTakeFirstOrThrow();
  const { url } = await admin.client.call('GET /admin/documents/{id}', { params: { id } });
  const opened = await openFile(app, admin, url);
  expect([opened.headers.get('content-type'), opened.headers.get('x-content-type-options')]).toEqual(['image/jpeg', 'nosniff']);
  expect(opened.headers.get('content-security-policy')).toContain('sandbox');
});

test('names of files don’t affect their paths in storage', async () => {
  const body = new FormData();
  body.append('avatar', await picture(), '../../../../etc/passwd\u0000.jpg');
  const answer = await fetch(new URL('/api/performers/avatar/upload', app.url), {
    method: 'POST',
    body,
    headers: { authorization: performer.client.token! },
  });
  expect(answer.status).toBe(200);
  await app.settle();
  for (const path of await stored()) expect(path.startsWith(join(app.dataDirectory, 'files'))).toBe(true);
  expect((await stored()).filter((path) => path.includes('passwd'))).toEqual([]);
});

describe('the welcome video', () => {
  const own = () => performer.client.call('GET /performers/me');
  const seen = async () => (await app.client().call('GET /performers/{id}', { params: { id: performer.id } })).welcomeVideo;

  test('is encoded in the background, shown while it is enabled, replaced and removed with all its files', async () => {
    const before = await stored();
    const sent = await performer.client.call('POST /performers/welcome-video/upload', { files: { file: asBlob(film) } });
    expect(sent.welcomeVideo?.file.state).toBe('processing');
    expect(await seen()).toBeNull();
    await app.settle();
    expect((await own()).welcomeVideo).toMatchObject({ file: { state: 'ready' }, video: { width: 160, height: 90 } });
    const shown = await seen();
    expect((await fetch(new URL(shown!.mp4!, app.url))).status).toBe(200);
    expect((await fetch(new URL(shown!.mp4!.replace(/\?.*/, ''), app.url))).status).toBe(403);
    await performer.client.call('PUT /performers', { body: { welcomeVideoEnabled: false } });
    expect(await seen()).toBeNull();
    expect((await own()).welcomeVideo?.video).not.toBeNull();
    await performer.client.call('PUT /performers', { body: { welcomeVideoEnabled: true } });
    await performer.client.call('POST /performers/welcome-video/upload', { files: { file: asBlob(await video({ seconds: 2 })) } });
    await app.settle();
    expect((await seen())?.durationSeconds).toBeCloseTo(2, 0);
    expect((await performer.client.call('DELETE /performers/welcome-video')).welcomeVideo).toBeNull();
    await app.settle();
    expect(await stored()).toEqual(before);
    expect(await seen()).toBeNull();
  });

  test('cut in half is reported to the performer, shown to nobody, and leaves no files', async () => {
    const before = await stored();
    await performer.client.call('POST /performers/welcome-video/upload', {
      files: { file: asBlob(film.subarray(0, Math.floor(film.length / 2))) },
    });
    await app.settle();
    expect((await own()).welcomeVideo).toMatchObject({ file: { state: 'failed', failure: 'FILE_UNREADABLE' }, video: null });
    expect(await seen()).toBeNull();
    expect(await stored()).toEqual(before);
    await performer.client.call('DELETE /performers/welcome-video');
    await app.settle();
    const left = await app.platform.database.selectFrom('files').select('id').where('purpose', '=', 'welcomeVideo').execute();
    expect(left).toEqual([]);
  });
});
