import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Endpoint, FileField } from '@stagedoor/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { CodedError } from '../errors.ts';
import { sniffKind } from '../media/sniff.ts';
import type { Storage } from '../storage/storage.ts';
import { type ReceivedFile, uploadsFolder } from '../storage/uploads.ts';

export interface Received {
  fields: Record<string, unknown>;
  files: Record<string, ReceivedFile[]>;
  /** Removes what no row refers to. Called once the call has ended, however it ended. */
  release(): Promise<void>;
}

const MAX_FIELDS = 40;
const MAX_FIELD_BYTES = 64 * 1024;
/** What is still on its way when a call is refused may pass by for so long. */
const PASS_MS = 30_000;

/** Reads the rest of a body away: a connection whose request nobody reads to its end would answer no other. */
const letPass = (request: IncomingMessage): void => {
  if (request.complete) return;
  request.unpipe();
  request.resume();
  const late = setTimeout(() => request.destroy(), PASS_MS).unref();
  request.once('close', () => clearTimeout(late));
};

/**
 * Streams the parts of a multipart call into storage, one after the other, checking sizes while they arrive and
 * kinds by content. A connection that breaks leaves nothing behind.
 *
 * @throws CodedError FILE_TOO_LARGE, FILE_KIND_REFUSED, FILE_UNREADABLE, BAD_REQUEST, UPLOAD_INTERRUPTED,
 *   UNSUPPORTED_MEDIA_TYPE (the call is no multipart).
 */
export const receiveMultipart = async (
  request: FastifyRequest,
  rules: NonNullable<Endpoint['files']>,
  storage: Storage,
): Promise<Received> => {
  if (!request.isMultipart()) throw new CodedError('UNSUPPORTED_MEDIA_TYPE');
  const fields: Record<string, unknown> = {};
  const files: Record<string, ReceivedFile[]> = Object.fromEntries(Object.keys(rules).map((name) => [name, []]));
  const kept = new Set<string>();
  const stored = new Set<string>();
  const release = async (): Promise<void> => {
    await Promise.all([...stored].filter((key) => !kept.has(key)).map((key) => storage.remove(key)));
  };

  try {
    const largest = Math.max(...Object.values(rules).map(({ maxBytes }) => maxBytes));
    const most = Object.values(rules).reduce((sum, { maxCount = 1 }) => sum + maxCount, 0);
    const parts = request.parts({
      limits: { fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES, files: most, fileSize: largest + 1, parts: MAX_FIELDS + most },
    });
    for await (const part of parts) {
      if (part.type === 'field') {
        if (part.fieldnameTruncated || part.valueTruncated) throw new CodedError('PAYLOAD_TOO_LARGE');
        if (Object.hasOwn(fields, part.fieldname) || part.fieldname === '__proto__') throw new CodedError('BAD_REQUEST');
        fields[part.fieldname] = part.value;
        continue;
      }
      const rule: FileField | undefined = Object.hasOwn(rules, part.fieldname) ? rules[part.fieldname] : undefined;
      const list = files[part.fieldname];
      if (!rule || !list || list.length >= (rule.maxCount ?? 1)) throw new CodedError('BAD_REQUEST');
      const key = `${uploadsFolder(new Date())}/${randomUUID()}`;
      stored.add(key);
      const { bytes, sha256 } = await storage.put(key, part.file, { contentType: 'application/octet-stream', maxBytes: rule.maxBytes });
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
    for (const [name, rule] of Object.entries(rules)) {
      if (!rule.optional && files[name]!.length === 0) throw new CodedError('FILE_MISSING', { field: name });
    }
    return { fields, files, release };
  } catch (error) {
    letPass(request.raw);
    await release();
    // Whatever broke while the body was still on its way, broke because the way ended.
    if (!(error instanceof CodedError) && !request.raw.complete) throw new CodedError('UPLOAD_INTERRUPTED');
    throw error;
  }
};
