/** A picture that a page showed. */
export interface ShownPicture {
  /** When it was expected on the screen, in milliseconds since 1970. */
  at: number;
  /** Its time in the video element's timeline, in seconds. */
  mediaTime: number;
  /** Pictures shown so far: more than one further where the page was told late. */
  count: number;
  /** The number drawn into it; read of few, because reading costs what showing costs. */
  code?: number;
}

/** What the script leaves in a page. */
export interface WatchingPage {
  watching: {
    /** Both ask until the show is on air. @returns when it began to watch and showed the first picture, in milliseconds since 1970 */
    byHls(url: string, token: string): Promise<{ begunAt: number; shownAt: number }>;
    byWhep(url: string, token: string): Promise<{ begunAt: number; shownAt: number }>;
    /** What was shown since the last call, and the `waiting` events since then. */
    take(): { shown: ShownPicture[]; waits: number };
  };
}

/** What the script asks of hls.js. */
interface Player {
  readonly latency: number;
  readonly targetLatency: number | null;
  readonly liveSyncPosition: number | null;
  loadSource(url: string): void;
  attachMedia(video: unknown): void;
  on(event: 'hlsLevelUpdated', listener: (event: string, data: { details: { targetduration: number } }) => void): void;
}

/** What runs in a page: it watches a show as the product's player does, and notes each picture that is shown. */
export const WATCHING_SCRIPT = ({ bits, block }: { bits: number; block: number }) => {
  const RETRY_MS = 25;
  const READ_EVERY_MS = 1000;
  const wall = (time: number): number => performance.timeOrigin + time;
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, RETRY_MS);
    });

  let shown: ShownPicture[] = [];
  let waits = 0;
  const screen = (): HTMLVideoElement => {
    const video = document.createElement('video');
    video.muted = true;
    video.autoplay = true;
    video.width = 640;
    document.body.append(video);
    return video;
  };
  const note = (video: HTMLVideoElement): Promise<number> => {
    const canvas = document.createElement('canvas');
    canvas.width = bits;
    canvas.height = 1;
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    const codeOf = (): number => {
      context.drawImage(video, 0, block / 2, bits * block, 1, 0, 0, bits, 1);
      const { data } = context.getImageData(0, 0, bits, 1);
      let code = 0;
      for (let bit = 0; bit < bits; bit += 1) if (data[bit * 4]! > 127) code += 2 ** bit;
      return code;
    };
    return new Promise((resolve) => {
      let readAt = 0;
      const onFrame = (now: number, { expectedDisplayTime, mediaTime, presentedFrames }: VideoFrameCallbackMetadata): void => {
        const one: ShownPicture = { at: wall(expectedDisplayTime), mediaTime, count: presentedFrames };
        if (readAt === 0) {
          resolve(one.at);
          video.addEventListener('waiting', () => {
            waits += 1;
          });
        }
        if (now - readAt > READ_EVERY_MS) {
          readAt = now;
          one.code = codeOf();
        }
        shown.push(one);
        video.requestVideoFrameCallback(onFrame);
      };
      video.requestVideoFrameCallback(onFrame);
    });
  };

  const byHls = async (url: string, token: string): Promise<{ begunAt: number; shownAt: number }> => {
    const begunAt = Date.now();
    const { Hls } = globalThis as unknown as {
      Hls: new (options: object) => Player;
    };
    const headers = { authorization: `Bearer ${token}` };
    while (!(await fetch(url, { headers })).ok) await pause();
    // As in the product: apps/web/src/features/streams/hls.ts.
    const hls = new Hls({
      lowLatencyMode: true,
      maxLiveSyncPlaybackRate: 1.5,
      backBufferLength: 30,
      xhrSetup: (request: XMLHttpRequest) => request.setRequestHeader('authorization', headers.authorization),
    });
    const video = screen();
    const first = note(video);
    hls.on('hlsLevelUpdated', (_event, { details }) => {
      const [position, target, { buffered }] = [hls.liveSyncPosition, hls.targetLatency ?? 0, video];
      const ahead = buffered.length > 0 && position !== null ? buffered.end(buffered.length - 1) - position : 0;
      if (position !== null && hls.latency > 2 * target + details.targetduration && ahead >= 0.5) video.currentTime = position;
    });
    hls.loadSource(url);
    hls.attachMedia(video);
    return { begunAt, shownAt: await first };
  };

  const byWhep = async (url: string, token: string): Promise<{ begunAt: number; shownAt: number }> => {
    const begunAt = Date.now();
    const connection = new RTCPeerConnection({ bundlePolicy: 'max-bundle' });
    connection.addTransceiver('video', { direction: 'recvonly' });
    connection.addTransceiver('audio', { direction: 'recvonly' });
    const video = screen();
    const first = note(video);
    const stream = new MediaStream();
    video.srcObject = stream;
    connection.addEventListener('track', ({ track }) => stream.addTrack(track));
    await connection.setLocalDescription();
    if (connection.iceGatheringState !== 'complete')
      await new Promise<void>((resolve) => {
        connection.addEventListener('icegatheringstatechange', () => connection.iceGatheringState === 'complete' && resolve());
      });
    const headers = { 'content-type': 'application/sdp', authorization: `Bearer ${token}` };
    const offer = (): Promise<Response> => fetch(url, { method: 'POST', body: connection.localDescription!.sdp, headers });
    let answer = await offer();
    while (answer.status !== 201) {
      await pause();
      answer = await offer();
    }
    await connection.setRemoteDescription({ type: 'answer', sdp: await answer.text() });
    return { begunAt, shownAt: await first };
  };

  const take = (): { shown: ShownPicture[]; waits: number } => {
    const taken = { shown, waits };
    shown = [];
    waits = 0;
    return taken;
  };
  Object.assign(globalThis, { watching: { byHls, byWhep, take } });
};
