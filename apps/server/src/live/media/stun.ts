import { createHmac, timingSafeEqual } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { crc32 } from 'node:zlib';

// STUN messages (RFC 8489) as far as connectivity checks need them (RFC 8445).

const HEADER_BYTES = 20;
const MAGIC_COOKIE = 0x2112a442;
const INTEGRITY_BYTES = 24;
const FINGERPRINT_BYTES = 8;
const FINGERPRINT_XOR = 0x5354554e;
const IPV4 = 1;

const TYPE = { request: 0x0001, success: 0x0101 } as const;
const ATTRIBUTE = {
  username: 0x0006,
  integrity: 0x0008,
  mappedAddress: 0x0020,
  fingerprint: 0x8028,
  controlled: 0x8029,
  controlling: 0x802a,
};

/** A connectivity check, or the response to one. */
export interface StunMessage {
  kind: 'request' | 'success';
  /** A copy, which may be changed before it is signed. */
  bytes: Buffer;
  /** The offset of each attribute's value, by its type. */
  values: ReadonlyMap<number, number>;
  username: string | undefined;
}

/** Reads a binding request or its success response; undefined for anything else, such as media. */
export const parseStun = (packet: Buffer): StunMessage | undefined => {
  if (packet.length < HEADER_BYTES || packet.readUInt32BE(4) !== MAGIC_COOKIE) return undefined;
  const type = packet.readUInt16BE(0);
  if (type !== TYPE.request && type !== TYPE.success) return undefined;
  if (packet.readUInt16BE(2) !== packet.length - HEADER_BYTES) return undefined;
  const bytes = Buffer.from(packet);
  const values = new Map<number, number>();
  let username: string | undefined;
  for (let at = HEADER_BYTES; at + 4 <= bytes.length; ) {
    const [attribute, length] = [bytes.readUInt16BE(at), bytes.readUInt16BE(at + 2)];
    if (at + 4 + length > bytes.length) return undefined;
    if (!values.has(attribute)) values.set(attribute, at + 4);
    if (attribute === ATTRIBUTE.username) username = bytes.toString('utf8', at + 4, at + 4 + length);
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return { kind: type === TYPE.request ? 'request' : 'success', bytes, values, username };
};

/** The message's HMAC, which covers what comes before it, and a length that ends with it. @param at the offset of its value */
const integrityOf = (bytes: Buffer, at: number, password: string): Buffer => {
  const covered = Buffer.from(bytes.subarray(0, at - 4));
  covered.writeUInt16BE(at - 4 + INTEGRITY_BYTES - HEADER_BYTES, 2);
  return createHmac('sha1', password).update(covered).digest();
};

/** Tells whether a message was sent by somebody who knows the password. */
export const isSigned = ({ bytes, values }: StunMessage, password: string): boolean => {
  const at = values.get(ATTRIBUTE.integrity);
  if (at === undefined || at + INTEGRITY_BYTES - 4 > bytes.length) return false;
  return timingSafeEqual(bytes.subarray(at, at + INTEGRITY_BYTES - 4), integrityOf(bytes, at, password));
};

/** Signs a changed message again, in place. */
const sign = ({ bytes, values }: StunMessage, password: string): Buffer => {
  const integrityAt = values.get(ATTRIBUTE.integrity)!;
  integrityOf(bytes, integrityAt, password).copy(bytes, integrityAt);
  const at = values.get(ATTRIBUTE.fingerprint);
  if (at !== undefined && at + FINGERPRINT_BYTES - 4 === bytes.length)
    bytes.writeUInt32BE((crc32(bytes.subarray(0, at - 4)) ^ FINGERPRINT_XOR) >>> 0, at);
  return bytes;
};

const tieBreakerAt = ({ bytes, values }: StunMessage): number | undefined => {
  const at = values.get(ATTRIBUTE.controlling) ?? values.get(ATTRIBUTE.controlled);
  return at !== undefined && at + 8 <= bytes.length ? at : undefined;
};

/** Tells whether a request has a tie-breaker of zero. */
export const hasZeroTieBreaker = (message: StunMessage): boolean => {
  const at = tieBreakerAt(message);
  return message.kind === 'request' && at !== undefined && message.bytes.readBigUInt64BE(at) === 0n;
};

/** The request with a tie-breaker of one in place of zero. */
export const withTieBreaker = (message: StunMessage, password: string): Buffer => {
  message.bytes.writeBigUInt64BE(1n, tieBreakerAt(message)!);
  return sign(message, password);
};

/** A success response that tells its receiver another IPv4 address. Others stay as they are. */
export const withMappedAddress = (message: StunMessage, address: string, port: number, password: string): Buffer => {
  const { bytes, values } = message;
  const at = values.get(ATTRIBUTE.mappedAddress);
  const isWritable = at !== undefined && at + 8 <= bytes.length && bytes[at + 1] === IPV4 && values.has(ATTRIBUTE.integrity);
  if (!isWritable || !isIPv4(address)) return bytes;
  bytes.writeUInt16BE(port ^ (MAGIC_COOKIE >>> 16), at + 2);
  const number = Buffer.from(address.split('.').map(Number)).readUInt32BE(0);
  bytes.writeUInt32BE((number ^ MAGIC_COOKIE) >>> 0, at + 4);
  return sign(message, password);
};
