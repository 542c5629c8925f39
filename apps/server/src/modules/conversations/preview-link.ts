import { firstLink } from '@stagedoor/contract/links.values';
import { sql } from 'kysely';
import { type Trx, transact } from '../../platform/database/database.ts';
import { pageFactsOf } from '../../platform/html/page-facts.ts';
import { sniffKind } from '../../platform/media/sniff.ts';
import { NotFetched, fetchPublic } from '../../platform/outbound/fetch-public.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { type ReceivedFile, uploadsFolder } from '../../platform/storage/received-file.ts';
import { attachFile, storePicture } from '../files/index.ts';
import { announceChanged } from './announce-changed.ts';
import { type MessagePlace, messagePlace } from './message-items.queries.ts';
import type { StoredPreview } from './stored-preview.ts';

const TASK = 'conversations:preview';
const PAGE_BYTES = 512 * 1024;
const PICTURE_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 8000;
/** Slow pages occupy at most two workers. */
const QUEUES = 2;

/** Requests the preview of a message's first link, if it has one. */
export const requestPreview = async (platform: Platform, trx: Trx, message: { id: string; text: string }): Promise<void> => {
  const url = firstLink(message.text);
  if (!url) return;
  const queue = `preview:${Number.parseInt(message.id.slice(-1), 16) % QUEUES}`;
  await platform.jobs.enqueue(trx, TASK, { messageId: message.id, url }, { maxAttempts: 2, queue });
};

/** Fetches a page's picture into the storage. @returns its file's id, or null when it can't be shown */
const storePageImage = async (platform: Platform, url: string, ownerId: string): Promise<string | null> => {
  const { storage, config } = platform;
  const key = `${uploadsFolder(new Date())}/${crypto.randomUUID()}`;
  let isKept = false;
  try {
    const { body } = await fetchPublic(url, {
      accept: 'image/',
      maxBytes: PICTURE_BYTES,
      timeoutMs: TIMEOUT_MS,
      networks: config.linkPreviewNetworks,
    });
    const { bytes, sha256 } = await storage.put(key, body, { contentType: 'application/octet-stream' });
    const sniffed = await sniffKind(storage, key);
    if (sniffed?.kind !== 'image') return null;
    const file: ReceivedFile = {
      field: 'file',
      key,
      kind: 'image',
      contentType: sniffed.contentType,
      bytes,
      sha256,
      keep: () => (isKept = true),
    };
    return (await storePicture(platform, file, { ownerId, purpose: 'message' })).id;
  } catch {
    return null;
  } finally {
    if (!isKept) await storage.remove(key);
  }
};

/** Reads the page that a message's link leads to, and keeps what it says of itself. */
const previewLink = async (platform: Platform, messageId: string, url: string): Promise<MessagePlace | undefined> => {
  const { database, config, clock, log } = platform;
  const place = await messagePlace(database, messageId);
  if (!place) return undefined;
  const page = await fetchPublic(url, {
    accept: 'text/html',
    maxBytes: PAGE_BYTES,
    truncates: true,
    timeoutMs: TIMEOUT_MS,
    networks: config.linkPreviewNetworks,
  }).catch((error: unknown) => {
    log.debug({ err: error instanceof NotFetched ? error.message : String(error) }, 'a link was not previewed');
    return undefined;
  });
  if (!page) return undefined;
  const charset = /charset=["']?([\w-]+)/i.exec(page.contentType)?.[1] ?? 'utf-8';
  const facts = pageFactsOf(decode(page.body, charset));
  if (!facts.title) return undefined;
  const image = facts.image !== null && URL.canParse(facts.image, page.url) ? new URL(facts.image, page.url).href : null;
  const fileId = image ? await storePageImage(platform, image, place.sender_id) : null;
  const preview: StoredPreview = { url, title: facts.title, description: facts.description, fileId };
  return transact(platform.background, undefined, async (trx) => {
    const { rows } = await sql`
      update messages set preview = ${JSON.stringify(preview)}::jsonb
      where conversation_id = ${place.conversation_id}::uuid and id = ${messageId}::uuid and deleted_at is null returning id`.execute(trx);
    if (rows.length === 0) return undefined;
    if (fileId) await attachFile(trx, fileId, clock.now());
    return place;
  });
};

const decode = (bytes: Buffer, charset: string): string => {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
};

export const registerPreviews = (platform: Platform, realtime: Realtime): void =>
  platform.jobs.register(TASK, async ({ messageId, url }) => {
    const place = await previewLink(platform, String(messageId), String(url));
    if (place) announceChanged(realtime, [place]);
  });
