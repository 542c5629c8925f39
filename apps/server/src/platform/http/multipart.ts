import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Endpoint, FileField } from '@stagedoor/contract/endpoint';
import type { ErrorCode } from '@stagedoor/contract/errors';
import { UPLOAD_ID_FIELD, type UploadPurpose } from '@stagedoor/contract/uploads';
import type { FastifyRequest } from 'fastify';
import { CodedError, FieldsError } from '../errors.ts';
import { bytesRefused, kindRefused } from '../media/refusals.ts';
import { isTaken, sniffKind } from '../media/sniff.ts';
import { isScanned } from '../scanning/scan-files.ts';
import { isDiskFull } from '../storage/disk-space.ts';
import type { Storage } from '../storage/storage.ts';
import { type ReceivedFile, uploadsFolder } from '../storage/received-file.ts';
import type { TakenUpload } from '../uploads/uploads.ts';

export interface ReceivedForm {
  fields: Record<string, unknown>;
  files: Record<string, ReceivedFile[]>;
  /**
   * Removes files that no row refers to. Called when the call has ended, also after a failure. A resumable upload is removed only when its
   * content was rejected: after any other failure the call may be repeated with it.
   */
  release(failure?: CodedError): Promise<void>;
}

/** Sources of a performer's content besides the form itself, and the limits on how much of it may be stored. */
export interface ContentSource {
  takeUpload?: (purposes: readonly UploadPurpose[], id: string) => Promise<TakenUpload>;
  /** Bytes left in the quota; null for no limit. */
  freeSpace?: () => Promise<number | null>;
  /** @throws CodedError STORAGE_FULL when the disk has no room for so many bytes */
  assertRoomFor: (bytes: number) => Promise<void>;
  /** Scans a file that is stored as it came; undefined without a scanner. @throws CodedError */
  scan?: ((file: ReceivedFile) => Promise<void>) | undefined;
}

/** The content itself was rejected: sending it again can't succeed. */
const PERMANENT_FAILURES: readonly ErrorCode[] = [
  'FILE_KIND_REFUSED',
  'FILE_UNREADABLE',
  'FILE_TOO_LARGE',
  'FILE_INFECTED',
  'FILE_NOT_SCANNED',
];
/** A connection that sends nothing for this long is closed. */
const IDLE_MS = 60_000;
/** Maximum size of a form without its file. */
const FORM_BYTES = 1024 * 1024;

/** Messages of the parser, which gives its errors no code: a wrong or missing boundary, an end within a part. */
const MALFORMED_FORM = /end of multipart data|Boundary not found/;
const MAX_FIELDS = 40;
const MAX_FIELD_BYTES = 64 * 1024;
/** How long the rest of a refused request's body may take to arrive. */
const DRAIN_MS = 30_000;

/** Reads and discards the rest of a body: a keep-alive connection can't serve another request before. */
export const drainRequest = (request: IncomingMessage): void => {
  if (request.complete) return;
  request.unpipe();
  request.resume();
  const late = setTimeout(() => request.destroy(), DRAIN_MS).unref();
  request.once('close', () => clearTimeout(late));
};

/** Closes an idle connection after a timeout. @returns a function that clears the timeout */
export const startIdleTimeout = ({ socket }: IncomingMessage, idleMs = IDLE_MS): (() => void) => {
  // The HTTP server closes the connection on the socket's timeout event.
  socket.setTimeout(idleMs);
  return () => void socket.setTimeout(0);
};

/**
 * Streams the parts of a multipart call into storage, one after the other, checking sizes while they arrive and
 * kinds by content. A broken connection leaves nothing behind.
 *
 * In place of a file that is a performer's content, the form may name a resumable upload.
 *
 * @throws CodedError FILE_TOO_LARGE, FILE_KIND_REFUSED, FILE_UNREADABLE, BAD_REQUEST, UPLOAD_INTERRUPTED, UPLOAD_INCOMPLETE,
 *   QUOTA_EXCEEDED, STORAGE_FULL, FILE_INFECTED, FILE_NOT_SCANNED, SCANNER_UNAVAILABLE, NOT_FOUND (no such upload), UNSUPPORTED_MEDIA_TYPE (the call is no multipart).
 */
export const receiveMultipart = async (
  request: FastifyRequest,
  rules: NonNullable<Endpoint['files']>,
  { storage, takeUpload, freeSpace, assertRoomFor, scan }: { storage: Storage } & ContentSource,
): Promise<ReceivedForm> => {
  if (!request.isMultipart()) throw new CodedError('UNSUPPORTED_MEDIA_TYPE');
  const fields: Record<string, unknown> = {};
  const files: Record<string, ReceivedFile[]> = Object.fromEntries(Object.keys(rules).map((name) => [name, []]));
  const keptKeys = new Set<string>();
  const storedKeys = new Set<string>();
  let upload: TakenUpload | undefined;
  const release = async (failure?: CodedError): Promise<void> => {
    await Promise.all([...storedKeys].filter((key) => !keptKeys.has(key)).map((key) => storage.remove(key)));
    if (failure && PERMANENT_FAILURES.includes(failure.code)) await upload?.discard();
    await upload?.release();
  };
  const content = new Map(Object.entries(rules).flatMap(([field, { purpose }]) => (purpose ? [[purpose, field]] : [])));
  const contentFields = [...content.values()];
  const clearIdleTimeout = startIdleTimeout(request.raw);

  try {
    const announcedBytes = Number(request.headers['content-length'] ?? 0);
    await assertRoomFor(announcedBytes);
    const freeBytes = content.size > 0 && freeSpace ? await freeSpace() : null;
    if (freeBytes !== null && announcedBytes > Math.max(0, freeBytes) + FORM_BYTES)
      throw new CodedError('QUOTA_EXCEEDED', { roomBytes: Math.max(0, freeBytes) });
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
      if (Object.hasOwn(fields, UPLOAD_ID_FIELD) && contentFields.includes(part.fieldname)) throw new CodedError('BAD_REQUEST');
      const rule: FileField | undefined = Object.hasOwn(rules, part.fieldname) ? rules[part.fieldname] : undefined;
      const list = files[part.fieldname];
      if (!rule || !list)
        throw new FieldsError([{ property: part.fieldname, rule: 'fileField', values: { names: Object.keys(rules).join(', ') } }]);
      if (list.length >= (rule.maxCount ?? 1)) throw new CodedError('BAD_REQUEST');
      const key = `${uploadsFolder(new Date())}/${randomUUID()}`;
      storedKeys.add(key);
      const maxBytes = rule.purpose && freeBytes !== null ? Math.min(rule.maxBytes, Math.max(0, freeBytes)) : rule.maxBytes;
      const { bytes, sha256 } = await storage
        .put(key, part.file, { contentType: 'application/octet-stream', maxBytes })
        .catch((error: unknown) => {
          if (!(error instanceof CodedError) || error.code !== 'FILE_TOO_LARGE') throw error;
          throw maxBytes < rule.maxBytes ? new CodedError('QUOTA_EXCEEDED', { roomBytes: maxBytes }) : bytesRefused(rule.maxBytes);
        });
      if (part.file.truncated || bytes > rule.maxBytes) throw bytesRefused(rule.maxBytes);
      if (bytes === 0) throw new CodedError('FILE_UNREADABLE');
      const sniffed = await sniffKind(storage, key);
      if (!sniffed || !isTaken(sniffed, rule)) throw kindRefused(rule);
      list.push({
        field: part.fieldname,
        key,
        kind: sniffed.kind,
        contentType: sniffed.contentType,
        bytes,
        sha256,
        keep: () => void keptKeys.add(key),
      });
    }
    const uploadId = content.size > 0 ? fields[UPLOAD_ID_FIELD] : undefined;
    if (uploadId !== undefined) {
      if (typeof uploadId !== 'string' || contentFields.some((field) => files[field]!.length > 0) || !takeUpload)
        throw new CodedError('BAD_REQUEST');
      upload = await takeUpload([...content.keys()], uploadId);
      const field = content.get(upload.purpose)!;
      files[field]!.push({ ...upload.file, field, keep: () => {} });
    }
    for (const [name, rule] of Object.entries(rules)) {
      if (!rule.optional && files[name]!.length === 0) throw new CodedError('FILE_MISSING', { field: name });
    }
    if (scan)
      for (const [name, rule] of Object.entries(rules)) for (const file of files[name]!) if (isScanned(file, rule)) await scan(file);
    return { fields, files, release };
  } catch (error) {
    drainRequest(request.raw);
    await release(error instanceof CodedError ? error : undefined);
    if (isDiskFull(error)) throw new CodedError('STORAGE_FULL');
    // An unexpected failure before the body has arrived means that the connection was lost.
    if (!(error instanceof CodedError) && !request.raw.complete) throw new CodedError('UPLOAD_INTERRUPTED');
    if (MALFORMED_FORM.test(String(error))) throw new CodedError('BAD_REQUEST');
    throw error;
  } finally {
    clearIdleTimeout();
  }
};
