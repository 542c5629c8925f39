// The network check of the studio: what its page sends and its node takes (docs/domains/streams.md). Without Zod, so that the web shares it.

/** Bytes of one upload at most. */
export const CHECK_UPLOAD_BYTES = 512 * 1024;
/** Bytes of one message over the channel: a packet each, so that lost messages are lost packets. */
export const CHECK_MESSAGE_BYTES = 1_000;
/** Bytes that a node takes in one check, uploads and messages; it closes the connection afterwards. */
export const CHECK_MAX_BYTES = 8_000_000;
/** Seconds from the connection until a node closes it. */
export const CHECK_MAX_SECONDS = 25;
/** Interval of the node's reports, in milliseconds. */
export const CHECK_REPORT_MS = 200;

/** What the node has received so far; sent as JSON over the channel. */
export interface CheckReport {
  /** Of uploads. */
  bytes: number;
  /** From the first of these bytes to the last one, in milliseconds. */
  elapsedMs: number;
  /** Over the channel. */
  messages: number;
  /** By how many milliseconds the node's reports were late together: it was busy, and its figures mean little. */
  lateMs: number;
}
