import { z } from 'zod';
import { failureCodesOf } from '../../platform/outbound/failure-codes.ts';

/** The outcome of asking a server's signalling for a stream: it lets the caller publish, refuses with its word, or doesn't answer. */
export type PublishAnswer = { kind: 'start' } | { kind: 'refused'; definition: string } | { kind: 'silent'; code: string };

export interface PublishTry {
  /** Address of the WebSocket. */
  url: string;
  streamId: string;
  token: string;
  subscriberId: string;
  timeoutMs: number;
}

const frameSchema = z.object({ command: z.string(), definition: z.string().optional() });

const answerOf = (data: unknown): PublishAnswer | undefined => {
  if (typeof data !== 'string') return undefined;
  try {
    const { command, definition = 'error' } = frameSchema.parse(JSON.parse(data));
    if (command === 'start') return { kind: 'start' };
    return command === 'error' ? { kind: 'refused', definition: definition.slice(0, 60) } : undefined;
  } catch {
    return undefined;
  }
};

/** Asks to publish a stream as a browser does, and leaves at once when it may. No media is sent. */
export const tryPublishing = ({ url, streamId, token, subscriberId, timeoutMs }: PublishTry): Promise<PublishAnswer> =>
  new Promise((resolve) => {
    let socket: WebSocket;
    try {
      socket = new WebSocket(url);
    } catch {
      resolve({ kind: 'silent', code: 'ERR_INVALID_URL' });
      return;
    }
    const end = (answer: PublishAnswer): void => {
      clearTimeout(timer);
      if (answer.kind === 'start') socket.send(JSON.stringify({ command: 'stop', streamId }));
      socket.close();
      resolve(answer);
    };
    const timer = setTimeout(() => end({ kind: 'silent', code: 'TIMEOUT' }), timeoutMs);
    socket.addEventListener('open', () =>
      socket.send(JSON.stringify({ command: 'publish', streamId, token, subscriberId, video: true, audio: true })),
    );
    socket.addEventListener('message', ({ data }: { data: unknown }) => {
      const answer = answerOf(data);
      if (answer) end(answer);
    });
    socket.addEventListener('error', (event) => {
      const [code = 'unreachable'] = failureCodesOf('error' in event ? event.error : undefined);
      end({ kind: 'silent', code });
    });
    socket.addEventListener('close', ({ code }) => end({ kind: 'silent', code: `WebSocket ${code}` }));
  });
