import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Endpoint, FileField } from '@stagedoor/contract/endpoint';
import type { ErrorCode } from '@stagedoor/contract/errors';
import { UPLOAD_ID_FIELD, type UploadPurpose } from '@stagedoor/contract/uploads';
import type { FastifyRequest } from 'fastify';
import { CodedError } from '../errors.ts';
import { sniffKind } from '../media/sniff.ts';
import type { Storage } from '../storage/storage.ts';
import { type ReceivedFile, uploadsFolder } from '../storage/uploads.ts';
import type { TakenUpload } from '../uploads/uploads.ts';

export interface Received {
  fields: Record<string, unknown>;
  files: Record<string, ReceivedFile[]>;
  /**
   * Removes what no row refers to. Called once the call has ended, however it ended. A resumable upload is removed only when it was refused
   * for what it is: after any other failure the call may be made again with it.
   */
  release(failure?: CodedError): Promise<void>;
}

/** Where a performer's content comes from besides the form itself, and how much of it there is room for. */
export interface ContentOf {
  takeUpload?: (purpose: UploadPurpose, id: string) => Promise<TakenUpload>;
  /** Bytes; null for as many as one likes. */
  roomFor?: () => Promise<number | null>;
}

/** Refusals of a file for what it is: it will be refused again. */
const FINAL: readonly ErrorCode[] = ['FILE_KIND_REFUSED', 'FILE_UNREADABLE', 'FILE_TOO_LARGE'];
/** A connection that brings nothing for so long is given up. */
const SILENCE_MS = 60_000;
/** What a form may have around its file. */
const FORM_BYTES = 1024 * 1024;

const MAX_FIELDS = 40;
const MAX_FIELD_BYTES = 64 * 1024;
/** What is still on its way when a call is refused may pass by for so long. */
const PASS_MS = 30_000;

/** Reads the rest of a body away: a connection whose request nobody reads to its end would answer no other. */
export const letPass = (request: IncomingMessage): void => {
  if (request.complete) return;
  request.unpipe();
  request.resume();
  const late = setTimeout(() => request.destroy(), PASS_MS).unref();
  request.once('close', () => clearTimeout(late));
};

/** Ends a connection that brings nothing for a while, until the function it answers is called. */
export const endSilence = ({ socket }: IncomingMessage, silenceMs = SILENCE_MS): (() => void) => {
  // The server itself ends a connection that is silent for so long.
  socket.setTimeout(silenceMs);
  return () => void socket.setTimeout(0);
};

/**
 * Streams the parts of a multipart call into storage, one after the other, checking sizes while they arrive and
 * kinds by content. A connection that breaks leaves nothing behind.
 *
 * In place of a file that is a performer's content, the form may name a resumable upload.
 *
 * @throws CodedError FILE_TOO_LARGE, FILE_KIND_REFUSED, FILE_UNREADABLE, BAD_REQUEST, UPLOAD_INTERRUPTED, UPLOAD_INCOMPLETE,
 *   QUOTA_EXCEEDED, NOT_FOUND (no such upload), UNSUPPORTED_MEDIA_TYPE (the call is no multipart).
 */
export const receiveMultipart = async (
  request: FastifyRequest,
  rules: NonNullable<Endpoint['files']>,
  { storage, takeUpload, roomFor }: { storage: Storage } & ContentOf,
): Promise<Received> => {
  if (!request.isMultipart()) throw new CodedError('UNSUPPORTED_MEDIA_TYPE');
  const fields: Record<string, unknown> = {};
  const files: Record<string, ReceivedFile[]> = Object.fromEntries(Object.keys(rules).map((name) => [name, []]));
  const kept = new Set<string>();
  const stored = new Set<string>();
  let upload: TakenUpload | undefined;
  const release = async (failure?: CodedError): Promise<void> => {
    await Promise.all([...stored].filter((key) => !kept.has(key)).map((key) => storage.remove(key)));
    if (failure && FINAL.includes(failure.code)) await upload?.discard();
    await upload?.release();
  };
  const content = Object.entries(rules).find(([, { purpose }]) => purpose);
  const calm = endSilence(request.raw);

  try {
    const room = content && roomFor ? await roomFor() : null;
    if (room !== null && Number(request.headers['content-length'] ?? 0) > Math.max(0, room) + FORM_BYTES)
      throw new CodedError('QUOTA_EXCEEDED', { roomBytes: Math.max(0, room) });
    const largest = Math.max(...Object.values(rules).map(({ maxBytes }) => maxBytes));
    const count = Object.values(rules).reduce((sum, { maxCount = 1 }) => sum + maxCount, 0);
    const parts = request.parts({
      limits: { fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES, files: count, fileSize: largest + 1, parts: MAX_FIELDS + count },
    });
    for await (const part of parts) {
      if (part.type === 'field') {
        if (part.fieldnameTruncated || part.valueTruncated) throw new CodedError('PAYLOAD_TOO_LARGE');
        if (Object.hasOwn(fields, part.fieldname) || part.fieldname === '__proto__') throw new CodedError('BAD_REQUEST');
        fields[part.fieldname] = part.value;
        continue;
      }
      if (Object.hasOwn(fields, UPLOAD_ID_FIELD) && content?.[0] === part.fieldname) throw new CodedError('BAD_REQUEST');
      const rule: FileField | undefined = Object.hasOwn(rules, part.fieldname) ? rules[part.fieldname] : undefined;
      const list = files[part.fieldname];
      if (!rule || !list || list.length >= (rule.maxCount ?? 1)) throw new CodedError('BAD_REQUEST');
      const key = `${uploadsFolder(new Date())}/${randomUUID()}`;
      stored.add(key);
      const most = rule.purpose && room !== null ? Math.min(rule.maxBytes, Math.max(0, room)) : rule.maxBytes;
      const { bytes, sha256 } = await storage
        .put(key, part.file, { contentType: 'application/octet-stream', maxBytes: most })
        .catch((error: unknown) => {
          const isFull = error instanceof CodedError && error.code === 'FILE_TOO_LARGE' && most < rule.maxBytes;
          throw isFull ? new CodedError('QUOTA_EXCEEDED', { roomBytes: most }) : error;
        });
      if (part.file.truncated || bytes > rule.maxBytes) throw new CodedError('FILE_TOO_LARGE');
      if (bytes === 0) throw new CodedError('FILE_UNREADABLE');
      const sniffed = await sniffKind(storage, key);
      if (!sniffed || !rule.accept.includes(sniffed.kind)) throw new CodedError('FILE_KIND_REFUSED');
      list.push({
        field: part.fieldname,
        key,
        kind: sniffed.kind,
        contentType: sniffed.contentType,
        bytes,
        sha256,
        keep: () => void kept.add(key),
      });
    }
    const uploadId = content ? fields[UPLOAD_ID_FIELD] : undefined;
    if (content && uploadId !== undefined) {
      const [field, { purpose }] = content;
      if (typeof uploadId !== 'string' || files[field]!.length > 0 || !takeUpload) throw new CodedError('BAD_REQUEST');
      upload = await takeUpload(purpose!, uploadId);
      files[field]!.push({ ...upload.file, field, keep: () => {} });
    }
    for (const [name, rule] of Object.entries(rules)) {
      if (!rule.optional && files[name]!.length === 0) throw new CodedError('FILE_MISSING', { field: name });
    }
    return { fields, files, release };
  } catch (error) {
    letPass(request.raw);
    await release(error instanceof CodedError ? error : undefined);
    // Whatever broke while the body was still on its way, broke because the way ended.
    if (!(error instanceof CodedError) && !request.raw.complete) throw new CodedError('UPLOAD_INTERRUPTED');
    throw error;
  } finally {
    calm();
  }
};
