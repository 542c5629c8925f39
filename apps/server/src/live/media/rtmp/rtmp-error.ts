/** Bytes that no publisher sends: the connection is closed. */
export class RtmpError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'RtmpError';
  }
}
