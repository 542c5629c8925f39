/** The chunks of a stream of bytes: one without an encoding yields buffers, which Node's types don't say. */
export const chunksOf = (stream: AsyncIterable<unknown>): AsyncIterable<Buffer> => stream as AsyncIterable<Buffer>;

/** The stream of browsers, which the library of age reads. */
export const webStreamOf = (source: AsyncIterable<unknown>): ReadableStream<Uint8Array> =>
  ReadableStream.from<Uint8Array>(chunksOf(source));
