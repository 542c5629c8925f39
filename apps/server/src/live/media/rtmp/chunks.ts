import { RtmpError } from './rtmp-error.ts';

// The chunk stream of RTMP 1.0 (section 5.3): messages are cut into chunks, which take turns.

export interface RtmpMessage {
  /** The chunk stream it came by. */
  csid: number;
  type: number;
  messageStreamId: number;
  /** Milliseconds, modulo 2^32. */
  timestamp: number;
  payload: Buffer;
}

export const MESSAGE = {
  setChunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowAcknowledgement: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  data3: 15,
  command3: 17,
  data: 18,
  command: 20,
  aggregate: 22,
} as const;

export interface ChunkLimits {
  messageBytes: number;
  chunkStreams: number;
}

/** Before it is known who publishes, little is kept; then the largest key picture fits. */
export const STRANGER_LIMITS: ChunkLimits = { messageBytes: 65_536, chunkStreams: 8 };
export const PUBLISHER_LIMITS: ChunkLimits = { messageBytes: 4 * 1024 * 1024, chunkStreams: 16 };

const FIRST_CHUNK_SIZE = 128;
const MAX_CHUNK_SIZE = 0x7fff_ffff;
const EXTENDED = 0xff_ffff;
const EMPTY = Buffer.alloc(0);
/** Bytes of the message header by the type of the chunk. */
const HEADER_BYTES = [11, 7, 3, 0] as const;

interface ChunkStream {
  timestamp: number;
  /** The timestamp or step of the last header, which a chunk without one adds again. */
  field: number;
  isExtended: boolean;
  length: number;
  type: number;
  messageStreamId: number;
  /** The message under way: one buffer of its length, however small the chunks are. */
  payload: Buffer;
  received: number;
}

interface Header {
  csid: number;
  bytes: number;
  stream: ChunkStream;
}

const newStream = (): ChunkStream => ({
  timestamp: 0,
  field: 0,
  isExtended: false,
  length: 0,
  type: 0,
  messageStreamId: 0,
  payload: EMPTY,
  received: 0,
});

/** The basic header: the chunk's type, its stream, and its own length; undefined while bytes are missing. */
const readBasic = (bytes: Buffer): { format: number; csid: number; size: number } | undefined => {
  const [first, second, third] = bytes;
  if (first === undefined) return undefined;
  const [format, low] = [first >> 6, first & 0x3f];
  if (low > 1) return { format, csid: low, size: 1 };
  if (second === undefined) return undefined;
  if (low === 0) return { format, csid: second + 64, size: 2 };
  return third === undefined ? undefined : { format, csid: third * 256 + second + 64, size: 3 };
};

/** Owns the chunk streams, of which it keeps no more than its limits say. */
const createChunkStreams = (initial: ChunkLimits) => {
  let limits = initial;
  const streams = new Map<number, ChunkStream>();

  const streamOf = (csid: number, format: number): ChunkStream => {
    const known = streams.get(csid);
    if (known) return known;
    if (format > 1) throw new RtmpError('a chunk stream begins without a header');
    if (streams.size >= limits.chunkStreams) throw new RtmpError('too many chunk streams');
    return newStream();
  };
  /** The timestamp or step of a header, and the bytes it takes; undefined while bytes are missing. */
  const fieldOf = (bytes: Buffer, at: number, headerBytes: number, stream: ChunkStream) => {
    const field = headerBytes === 0 ? stream.field : bytes.readUIntBE(at, 3);
    const isExtended = headerBytes === 0 ? stream.isExtended : field === EXTENDED;
    if (!isExtended) return { value: field, isExtended, size: 0 };
    if (bytes.length < at + headerBytes + 4) return undefined;
    const extended = bytes.readUInt32BE(at + headerBytes);
    // Not everybody repeats the field in chunks without a header: only a comparison tells.
    if (headerBytes === 0 && extended !== stream.field) return { value: stream.field, isExtended, size: 0 };
    return { value: extended, isExtended, size: 4 };
  };

  return {
    raise(next: ChunkLimits): void {
      limits = next;
    },
    /** Forgets the message under way on a chunk stream. */
    abort(csid: number): void {
      const stream = streams.get(csid);
      if (stream) Object.assign(stream, { payload: EMPTY, received: 0 });
    },
    /** Reads the header of a chunk into its stream. @returns undefined while bytes of it are missing @throws RtmpError */
    readHeader(bytes: Buffer): Header | undefined {
      const basic = readBasic(bytes);
      if (!basic) return undefined;
      const { format, csid, size: at } = basic;
      const headerBytes = HEADER_BYTES[format]!;
      if (bytes.length < at + headerBytes) return undefined;
      const stream = streamOf(csid, format);
      const field = fieldOf(bytes, at, headerBytes, stream);
      if (!field) return undefined;
      const isFirst = stream.received === 0;
      if (!isFirst && headerBytes > 0) throw new RtmpError('a message begins within another one of its chunk stream');
      if (headerBytes >= 7) {
        stream.length = bytes.readUIntBE(at + 3, 3);
        stream.type = bytes[at + 6]!;
      }
      if (headerBytes === 11) stream.messageStreamId = bytes.readUInt32LE(at + 7);
      if (stream.length > limits.messageBytes) throw new RtmpError('a message is too long');
      if (isFirst) stream.timestamp = headerBytes === 11 ? field.value : (stream.timestamp + field.value) % 2 ** 32;
      stream.field = field.value;
      stream.isExtended = field.isExtended;
      streams.set(csid, stream);
      return { csid, bytes: at + headerBytes + field.size, stream };
    },
  };
};

const complete = (csid: number, stream: ChunkStream): RtmpMessage => {
  const { type, messageStreamId, timestamp, payload } = stream;
  stream.payload = EMPTY;
  stream.received = 0;
  return { csid, type, messageStreamId, timestamp, payload };
};

/** Puts a publisher's messages together. Owns the chunk whose bytes arrive. */
export const createChunkReader = (initial: ChunkLimits = STRANGER_LIMITS) => {
  const streams = createChunkStreams(initial);
  let chunkSize = FIRST_CHUNK_SIZE;
  /** Bytes of a header that isn't complete. */
  let held: Buffer = Buffer.alloc(0);
  /** The chunk whose payload arrives. */
  let open: { csid: number; stream: ChunkStream; left: number } | undefined;

  const obey = ({ type, payload }: RtmpMessage): void => {
    if (type === MESSAGE.setChunkSize) {
      const size = payload.length === 4 ? payload.readUInt32BE() : 0;
      if (size < 1 || size > MAX_CHUNK_SIZE) throw new RtmpError('the chunk size is impossible');
      chunkSize = size;
    }
    if (type === MESSAGE.abort && payload.length === 4) streams.abort(payload.readUInt32BE());
  };

  return {
    /** From now on the publisher is known. */
    raise: streams.raise,
    /** @returns the messages that these bytes complete @throws RtmpError, after which nothing else may be pushed */
    push(arrived: Buffer): RtmpMessage[] {
      const messages: RtmpMessage[] = [];
      let bytes = held.length === 0 ? arrived : Buffer.concat([held, arrived]);
      held = Buffer.alloc(0);
      while (bytes.length > 0 || open) {
        if (!open) {
          const header = streams.readHeader(bytes);
          if (!header) {
            held = Buffer.from(bytes);
            break;
          }
          bytes = bytes.subarray(header.bytes);
          const { csid, stream } = header;
          open = { csid, stream, left: Math.min(chunkSize, stream.length - stream.received) };
        }
        const { csid, stream } = open;
        const piece = bytes.subarray(0, open.left);
        bytes = bytes.subarray(piece.length);
        open.left -= piece.length;
        // A copy: the arrived bytes belong to the socket, which reuses them.
        if (stream.received === 0) stream.payload = Buffer.allocUnsafe(stream.length);
        piece.copy(stream.payload, stream.received);
        stream.received += piece.length;
        if (open.left > 0) break;
        open = undefined;
        if (stream.received < stream.length) continue;
        const message = complete(csid, stream);
        obey(message);
        messages.push(message);
      }
      return messages;
    },
  };
};

/** A message of the server as chunks. */
export const writeMessage = ({ csid, type, messageStreamId, timestamp, payload }: RtmpMessage, chunkSize = FIRST_CHUNK_SIZE): Buffer => {
  const header = Buffer.alloc(12);
  header[0] = csid;
  header.writeUIntBE(timestamp, 1, 3);
  header.writeUIntBE(payload.length, 4, 3);
  header[7] = type;
  header.writeUInt32LE(messageStreamId, 8);
  const pieces: Buffer[] = [header];
  for (let at = 0; at < payload.length; at += chunkSize) {
    if (at > 0) pieces.push(Buffer.from([0xc0 | csid]));
    pieces.push(payload.subarray(at, at + chunkSize));
  }
  return Buffer.concat(pieces);
};
