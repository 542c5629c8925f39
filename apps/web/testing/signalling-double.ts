import { onTestFinished } from 'vitest';

type Message = Record<string, unknown>;

/** One stream of a client: its peer connection on the server's side. */
interface Peer {
  connection: RTCPeerConnection;
  use: 'publish' | 'play';
}

/** A picture that moves, as a camera gives it. */
export const movingPicture = (): MediaStream => {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: 320, height: 180 });
  const context = canvas.getContext('2d')!;
  let turn = 0;
  const timer = setInterval(() => {
    turn += 1;
    context.fillStyle = `hsl(${turn * 7} 60% 50%)`;
    context.fillRect(0, 0, 320, 180);
    context.fillStyle = '#fff';
    context.fillRect((turn * 5) % 320, 60, 40, 60);
  }, 40);
  onTestFinished(() => clearInterval(timer));
  return canvas.captureStream(15);
};

/**
 * Stands for Ant Media's signalling in a component test. Its sockets are no real ones, its peer connections are: pictures flow inside the page.
 * It speaks the frames of the documents and takes every token that isn't named as refused.
 */
export class SignallingDouble {
  /** Every message of clients so far, oldest first, without pings. */
  readonly received: Message[] = [];
  /** Sockets that were opened so far, by their addresses. */
  readonly addresses: string[] = [];
  pings = 0;
  /** The definition that the next commands are refused with. */
  refusal: string | null = null;
  /** No message is answered. */
  isSilent = false;
  /** Nobody answers at the address. */
  isAway = false;
  /** Streams that players get. */
  readonly onAir = new Map<string, MediaStream>();
  readonly #sockets = new Set<FakeSocket>();
  readonly peers = new Map<string, Peer>();

  /** Messages with a command, oldest first. */
  of(command: string): Message[] {
    return this.received.filter((message) => message['command'] === command);
  }

  open(socket: FakeSocket): void {
    this.addresses.push(socket.url);
    this.#sockets.add(socket);
    queueMicrotask(() => (this.isAway ? socket.end() : socket.begin()));
  }

  /** Sends every client a message. */
  say(message: Message): void {
    for (const socket of this.#sockets) socket.hear(message);
  }

  /** Cuts every socket; media goes on. */
  cut(): void {
    for (const socket of this.#sockets) socket.end();
  }

  leave(socket: FakeSocket): void {
    this.#sockets.delete(socket);
  }

  /** How many pictures of a published stream arrived. */
  async framesOf(streamId: string): Promise<number> {
    const report = await this.peers.get(streamId)?.connection.getStats();
    let frames = 0;
    report?.forEach((entry: Message) => {
      if (entry['type'] === 'inbound-rtp' && entry['kind'] === 'video') frames += Number(entry['framesReceived'] ?? 0);
    });
    return frames;
  }

  async handle(socket: FakeSocket, message: Message): Promise<void> {
    const { command, streamId } = message;
    if (command === 'ping') {
      this.pings += 1;
      return socket.hear({ command: 'pong' });
    }
    this.received.push(message);
    if (this.isSilent || typeof streamId !== 'string') return;
    if ((command === 'publish' || command === 'play') && this.refusal !== null)
      return socket.hear({ command: 'error', definition: this.refusal, streamId });
    if (command === 'publish') {
      this.#connect(socket, streamId, 'publish');
      return socket.hear({ command: 'start', streamId });
    }
    if (command === 'play') return this.#offer(socket, streamId);
    if (command === 'takeConfiguration') return this.#configure(socket, streamId, message);
    if (command === 'takeCandidate')
      await this.peers.get(streamId)?.connection.addIceCandidate({
        candidate: String(message['candidate']),
        sdpMid: String(message['id']),
        sdpMLineIndex: Number(message['label']),
      });
    if (command === 'stop') {
      this.peers.get(streamId)?.connection.close();
      socket.hear({ command: 'notification', definition: 'play_finished', streamId });
    }
  }

  #connect(socket: FakeSocket, streamId: string, use: Peer['use']): RTCPeerConnection {
    const connection = new RTCPeerConnection();
    this.peers.set(streamId, { connection, use });
    connection.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate?.candidate)
        socket.hear({
          command: 'takeCandidate',
          streamId,
          label: candidate.sdpMLineIndex,
          id: candidate.sdpMid,
          candidate: candidate.candidate,
        });
    });
    connection.addEventListener('connectionstatechange', () => {
      if (connection.connectionState === 'connected')
        socket.hear({ command: 'notification', definition: use === 'publish' ? 'publish_started' : 'play_started', streamId });
    });
    return connection;
  }

  async #offer(socket: FakeSocket, streamId: string): Promise<void> {
    const stream = this.onAir.get(streamId);
    if (!stream) return socket.hear({ command: 'error', definition: 'no_stream_exist', error_code: '404', streamId });
    const connection = this.#connect(socket, streamId, 'play');
    for (const track of stream.getTracks()) connection.addTrack(track, stream);
    await connection.setLocalDescription(await connection.createOffer());
    socket.hear({ command: 'takeConfiguration', streamId, type: 'offer', sdp: connection.localDescription!.sdp });
  }

  async #configure(socket: FakeSocket, streamId: string, { type, sdp }: Message): Promise<void> {
    const connection = this.peers.get(streamId)?.connection;
    if (!connection) return socket.hear({ command: 'error', definition: 'no_peer_associated_before', streamId });
    await connection.setRemoteDescription({ type: type === 'offer' ? 'offer' : 'answer', sdp: String(sdp) });
    if (type !== 'offer') return;
    await connection.setLocalDescription(await connection.createAnswer());
    socket.hear({ command: 'takeConfiguration', streamId, type: 'answer', sdp: connection.localDescription!.sdp });
  }
}

class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  static server: SignallingDouble;
  readyState = FakeSocket.CONNECTING;
  readonly url: string;
  #last: Promise<void> = Promise.resolve();

  constructor(url: string) {
    super();
    this.url = url;
    FakeSocket.server.open(this);
  }

  begin(): void {
    if (this.readyState !== FakeSocket.CONNECTING) return;
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }

  /** A message from the server. */
  hear(message: Message): void {
    queueMicrotask(() => {
      if (this.readyState === FakeSocket.OPEN) this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
    });
  }

  send(text: string): void {
    const { server } = FakeSocket;
    this.#last = this.#last.then(() => server.handle(this, JSON.parse(text)));
  }

  /** The line breaks. */
  end(): void {
    if (this.readyState === FakeSocket.CLOSED) return;
    this.readyState = FakeSocket.CLOSED;
    FakeSocket.server.leave(this);
    this.dispatchEvent(new Event('close'));
  }

  close(): void {
    this.end();
  }
}

/** Replaces WebSocket for the rest of the test. */
export const installSignalling = (): SignallingDouble => {
  const original = globalThis.WebSocket;
  const server = new SignallingDouble();
  FakeSocket.server = server;
  Object.assign(globalThis, { WebSocket: FakeSocket });
  onTestFinished(() => {
    Object.assign(globalThis, { WebSocket: original });
    for (const { connection } of server.peers.values()) connection.close();
  });
  return server;
};
