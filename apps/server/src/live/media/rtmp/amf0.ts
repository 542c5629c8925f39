import { RtmpError } from './rtmp-error.ts';

// Action Message Format 0, in which RTMP writes commands and metadata.

export type AmfValue = number | boolean | string | null | undefined | Date | AmfValue[] | AmfObject;
/** Properties by name; without a prototype, so that no name means anything else. */
export interface AmfObject {
  [name: string]: AmfValue;
}

const NUMBER = 0x00;
const BOOLEAN = 0x01;
const STRING = 0x02;
const OBJECT = 0x03;
const NULL = 0x05;
const UNDEFINED = 0x06;
const ECMA_ARRAY = 0x08;
const OBJECT_END = 0x09;
const STRICT_ARRAY = 0x0a;
const DATE = 0x0b;
const LONG_STRING = 0x0c;

/** Deeper values come from nobody who publishes. */
const MAX_DEPTH = 16;

const emptyObject = (): AmfObject => ({ __proto__: null });

/** Reads values one after the other. @throws RtmpError for bytes that are none */
const createReader = (bytes: Buffer) => {
  let at = 0;
  const take = (count: number): Buffer => {
    if (at + count > bytes.length) throw new RtmpError('a value is longer than its message');
    const taken = bytes.subarray(at, at + count);
    at += count;
    return taken;
  };
  const text = (lengthBytes: 2 | 4): string => take(take(lengthBytes).readUIntBE(0, lengthBytes)).toString('utf8');
  const properties = (depth: number): AmfObject => {
    const object = emptyObject();
    for (;;) {
      const name = text(2);
      if (name === '' && bytes[at] === OBJECT_END) {
        at += 1;
        return object;
      }
      object[name] = value(depth);
    }
  };
  const value = (depth: number): AmfValue => {
    if (depth > MAX_DEPTH) throw new RtmpError('a value is nested too deep');
    const marker = take(1)[0];
    switch (marker) {
      case NUMBER:
        return take(8).readDoubleBE();
      case BOOLEAN:
        return take(1)[0] !== 0;
      case STRING:
        return text(2);
      case LONG_STRING:
        return text(4);
      case NULL:
        return null;
      case UNDEFINED:
        return undefined;
      case DATE: {
        const date = new Date(take(8).readDoubleBE());
        take(2);
        return date;
      }
      case ECMA_ARRAY:
        // The number of its properties is a hint that some writers leave at zero.
        take(4);
        return properties(depth + 1);
      case OBJECT:
        return properties(depth + 1);
      case STRICT_ARRAY: {
        const count = take(4).readUInt32BE();
        const list: AmfValue[] = [];
        while (list.length < count) list.push(value(depth + 1));
        return list;
      }
      default:
        throw new RtmpError(`a value has the unknown marker ${marker}`);
    }
  };
  return { isAtEnd: (): boolean => at >= bytes.length, next: (): AmfValue => value(0) };
};

/** All values of a message. @throws RtmpError for bytes that are none */
export const readAmf0 = (bytes: Buffer): AmfValue[] => {
  const reader = createReader(bytes);
  const values: AmfValue[] = [];
  while (!reader.isAtEnd()) values.push(reader.next());
  return values;
};

const lengthed = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

/** Values that the server writes into commands. */
export type WritableAmf = number | boolean | string | null | { readonly [name: string]: WritableAmf };

const write = (value: WritableAmf): Buffer => {
  if (value === null) return Buffer.from([NULL]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9, NUMBER);
    bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  if (typeof value === 'boolean') return Buffer.from([BOOLEAN, value ? 1 : 0]);
  if (typeof value === 'string') return Buffer.concat([Buffer.from([STRING]), lengthed(Buffer.from(value))]);
  const properties = Object.entries(value).flatMap(([name, one]) => [lengthed(Buffer.from(name)), write(one)]);
  return Buffer.concat([Buffer.from([OBJECT]), ...properties, Buffer.from([0, 0, OBJECT_END])]);
};

export const writeAmf0 = (values: readonly WritableAmf[]): Buffer => Buffer.concat(values.map(write));
