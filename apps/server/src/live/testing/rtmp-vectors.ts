import { readFileSync } from 'node:fs';
import { z } from 'zod';

// Bytes of RTMP and FLV with what they mean, as the documents and real encoders have them.

const command = z.object({
  csid: z.number(),
  messageStreamId: z.number(),
  type: z.number(),
  values: z.array(z.unknown()),
  hex: z.string(),
});

const schema = z.object({
  streamKey: z.object({ key: z.string(), sha256: z.string() }),
  keyAt: z.array(z.object({ app: z.string(), name: z.string(), key: z.string() })),
  handshake: z.object({ c1Sha256: z.string(), s0: z.string(), s2Sha256: z.string() }),
  amf0: z.array(z.object({ name: z.string(), hex: z.string() })),
  commands: z.object({
    connect: command,
    connectResult: command,
    releaseStream: command,
    FCPublish: command,
    createStream: command,
    onFCPublish: command,
    createStreamResult: command,
    publish: command,
    publishStart: command,
    publishRefused: command,
    metadata: command,
    FCUnpublish: command,
    deleteStream: command,
  }),
  control: z.object({
    windowAcknowledgement2500000: z.string(),
    setPeerBandwidth2500000Dynamic: z.string(),
    setChunkSize65536: z.string(),
    acknowledgement2500123: z.string(),
    pingRequest123456: z.string(),
    pingResponse123456: z.string(),
  }),
  chunks: z.array(z.object({ name: z.string(), hex: z.string(), messages: z.array(z.record(z.string(), z.unknown())) })),
  refused: z.array(
    z.object({ name: z.string(), hex: z.string().default(''), payload: z.object({ repeat: z.string(), times: z.number() }).optional() }),
  ),
  flv: z.array(
    z.object({
      name: z.string(),
      type: z.number(),
      hex: z.string(),
      timestamp: z.number().default(0),
      is: z.record(z.string(), z.unknown()),
    }),
  ),
  audio: z.array(z.object({ rate: z.number(), channels: z.number(), frameBytes: z.number(), adts: z.string() })),
  bframes: z.array(
    z.object({
      name: z.string(),
      frameMs: z.number(),
      reorderDepth: z.number(),
      inDecodeOrder: z.array(z.object({ dts: z.number(), cts: z.number(), pts: z.number() })),
    }),
  ),
  steps31: z.array(z.object({ last: z.number(), next: z.number(), step: z.number() })),
});

export type RtmpCommandVector = z.output<typeof command>;

export const rtmpVectors = schema.parse(JSON.parse(readFileSync(new URL('fixtures/rtmp-vectors.json', import.meta.url), 'utf8')));

export const hexBytes = (text: string): Buffer => Buffer.from(text, 'hex');
