import { type AmfObject, type AmfValue, type WritableAmf, readAmf0, writeAmf0 } from './amf0.ts';
import { MESSAGE, type RtmpMessage, writeMessage } from './chunks.ts';
import { RtmpError } from './rtmp-error.ts';

/** A command of a publisher. */
export interface Command {
  name: string;
  /** Its answer has the same number. */
  transaction: number;
  object: AmfObject | null;
  values: readonly AmfValue[];
}

const isObject = (value: AmfValue): value is AmfObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** Reads a command message, of type 20 or 17. @throws RtmpError */
export const readCommand = ({ type, payload }: RtmpMessage): Command => {
  // AMF 3 commands are AMF 0 after a zero byte.
  const bytes = type === MESSAGE.command3 && payload[0] === 0 ? payload.subarray(1) : payload;
  const [name, transaction, object, ...values] = readAmf0(bytes);
  if (typeof name !== 'string' || name === '') throw new RtmpError('a command has no name');
  return { name, transaction: typeof transaction === 'number' ? transaction : 0, object: isObject(object) ? object : null, values };
};

/** The text of a property; empty for anything else. */
export const textIn = (object: AmfObject | null, name: string): string => {
  const value = object?.[name];
  return typeof value === 'string' ? value : '';
};

/**
 * The stream key that a publisher means: encoders with one field for the address put it last in the application's path, and some add a query or a
 * prefix. Empty without one.
 */
export const keyAt = (app: string, name: string): string => {
  const lastOf = (path: string): string => {
    const plain = path.replace(/[?#].*$/s, '').replace(/\/+$/, '');
    return plain.slice(plain.lastIndexOf('/') + 1).replace(/^(?:mp4|flv):/, '');
  };
  const own = lastOf(name);
  if (own !== '') return own;
  return app.replace(/\/+$/, '').includes('/') ? lastOf(app) : '';
};

const WINDOW_BYTES = 2_500_000;
/** Chunk size of the server's own messages. */
export const SERVER_CHUNK_SIZE = 65_536;
const DYNAMIC = 2;
const CONTROL_CSID = 2;
const COMMAND_CSID = 3;
const STREAM_CSID = 5;

const control = (type: number, payload: Buffer): Buffer =>
  writeMessage({ csid: CONTROL_CSID, type, messageStreamId: 0, timestamp: 0, payload });
const uint32 = (value: number, ...more: number[]): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return Buffer.concat([bytes, Buffer.from(more)]);
};

/** A command of the server. Commands fit into one chunk of the size that it told. */
const command = (values: readonly WritableAmf[], csid = COMMAND_CSID, messageStreamId = 0): Buffer =>
  writeMessage({ csid, type: MESSAGE.command, messageStreamId, timestamp: 0, payload: writeAmf0(values) }, SERVER_CHUNK_SIZE);

export const acknowledgement = (bytes: number): Buffer => control(MESSAGE.acknowledgement, uint32(bytes % 2 ** 32));
export const pingResponse = (payload: Buffer): Buffer =>
  control(MESSAGE.userControl, Buffer.concat([Buffer.from([0, 7]), payload.subarray(2, 6)]));

/** The answer to `connect`, with the sizes that the server wants. */
export const connected = (transaction: number): Buffer =>
  Buffer.concat([
    control(MESSAGE.windowAcknowledgement, uint32(WINDOW_BYTES)),
    control(MESSAGE.peerBandwidth, uint32(WINDOW_BYTES, DYNAMIC)),
    control(MESSAGE.setChunkSize, uint32(SERVER_CHUNK_SIZE)),
    command([
      '_result',
      transaction,
      { fmsVer: 'FMS/3,0,1,123', capabilities: 31 },
      { level: 'status', code: 'NetConnection.Connect.Success', description: 'Connection succeeded.', objectEncoding: 0 },
    ]),
  ]);

export const streamCreated = (transaction: number): Buffer => command(['_result', transaction, null, 1]);
export const noted = (transaction: number): Buffer => command(['_result', transaction, null]);
export const publishNoted = (): Buffer => command(['onFCPublish', 0, null, { code: 'NetStream.Publish.Start', description: '' }]);

const status = (level: 'status' | 'error', code: string, description: string): Buffer =>
  command(['onStatus', 0, null, { level, code, description }], STREAM_CSID, 1);

export const publishStarted = (): Buffer => status('status', 'NetStream.Publish.Start', 'Publishing.');
/** OBS tells its user to check the key and doesn't try again; ffmpeg prints the description. */
export const publishRefused = (description: string): Buffer => status('error', 'NetStream.Publish.BadName', description);
