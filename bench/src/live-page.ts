/** What runs in the pages: a picture that carries its own time of capture, and readers of it. */
export const PAGE_SCRIPT = () => {
  const BITS = 24;
  const BLOCK = 40;
  const now = (): number => Math.round(performance.timeOrigin + performance.now());
  const gather = async (pc: RTCPeerConnection): Promise<string> => {
    await pc.setLocalDescription();
    if (pc.iceGatheringState !== 'complete')
      await new Promise<void>((resolve) =>
        pc.addEventListener('icegatheringstatechange', () => pc.iceGatheringState === 'complete' && resolve()),
      );
    return pc.localDescription!.sdp;
  };
  const exchange = async (pc: RTCPeerConnection, url: string, token: string): Promise<void> => {
    const body = await gather(pc);
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/sdp', authorization: `Bearer ${token}` },
    });
    if (response.status !== 201) throw new Error(`${url}: ${response.status} ${await response.text()}`);
    await pc.setRemoteDescription({ type: 'answer', sdp: await response.text() });
  };

  /** Publishes 1280×720 at 30 pictures a second, and a tone. Answers when it began. */
  const publish = async (url: string, token: string): Promise<number> => {
    const canvas = document.createElement('canvas');
    canvas.width = 1280;
    canvas.height = 720;
    document.body.append(canvas);
    const context = canvas.getContext('2d')!;
    const draw = (): void => {
      const time = now();
      for (let x = 0; x < 1280; x += 64) {
        context.fillStyle = `hsl(${(x / 4 + time / 20) % 360} 60% 40%)`;
        context.fillRect(x, 0, 64, 720);
      }
      context.fillStyle = '#fff';
      context.fillRect((time / 4) % 1200, 300, 80, 80);
      for (let bit = 0; bit < BITS; bit += 1) {
        context.fillStyle = (time >>> bit) & 1 ? '#fff' : '#000';
        context.fillRect(bit * BLOCK, 0, BLOCK, BLOCK);
      }
    };
    draw();
    setInterval(draw, 1000 / 30);
    const sound = new AudioContext();
    const tone = sound.createOscillator();
    const out = sound.createMediaStreamDestination();
    tone.connect(out);
    tone.start();
    const begunAt = now();
    const pc = new RTCPeerConnection();
    const stream = canvas.captureStream(30);
    const video = pc.addTransceiver(stream.getVideoTracks()[0]!, { direction: 'sendonly', streams: [stream] });
    pc.addTransceiver(out.stream.getAudioTracks()[0]!, { direction: 'sendonly', streams: [stream] });
    video.setCodecPreferences(RTCRtpSender.getCapabilities('video')!.codecs.filter(({ mimeType }) => mimeType === 'video/H264'));
    await exchange(pc, url, token);
    const parameters = video.sender.getParameters();
    parameters.degradationPreference = 'maintain-resolution';
    await video.sender.setParameters(parameters);
    Object.assign(globalThis, { publisher: pc });
    return begunAt;
  };

  const screen = (): HTMLVideoElement => {
    const video = document.createElement('video');
    video.muted = true;
    video.autoplay = true;
    video.width = 320;
    document.body.append(video);
    return video;
  };
  const watchHls = (url: string): void => {
    const { Hls } = globalThis as unknown as {
      Hls: new (options: object) => { loadSource(url: string): void; attachMedia(video: unknown): void };
    };
    const hls = new Hls({ lowLatencyMode: true, maxLiveSyncPlaybackRate: 1.5 });
    const video = screen();
    hls.loadSource(url);
    hls.attachMedia(video);
    read(video);
  };
  const watchWhep = async (url: string, token: string): Promise<void> => {
    const pc = new RTCPeerConnection();
    pc.addTransceiver('video', { direction: 'recvonly' });
    pc.addTransceiver('audio', { direction: 'recvonly' });
    const video = screen();
    const stream = new MediaStream();
    video.srcObject = stream;
    pc.addEventListener('track', ({ track }) => stream.addTrack(track));
    await exchange(pc, url, token);
    Object.assign(globalThis, { viewer: pc });
    read(video);
  };

  /** Reads the time off every picture that is shown. */
  const delays: { at: number; delay: number }[] = [];
  let firstAt: number | undefined;
  const read = (video: HTMLVideoElement): void => {
    const canvas = document.createElement('canvas');
    canvas.width = BITS;
    canvas.height = 1;
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    const frame = (): void => {
      const at = now();
      firstAt ??= at;
      const scale = video.videoWidth / 1280;
      context.drawImage(video, 0, (BLOCK / 2) * scale, BITS * BLOCK * scale, 1, 0, 0, BITS, 1);
      const { data } = context.getImageData(0, 0, BITS, 1);
      let low = 0;
      for (let bit = 0; bit < BITS; bit += 1) if (data[bit * 4]! > 127) low += 2 ** bit;
      const delay = (at - low) & (2 ** BITS - 1);
      // What a torn picture says is no time.
      if (delay < 60_000) delays.push({ at, delay });
      video.requestVideoFrameCallback(frame);
    };
    video.requestVideoFrameCallback(frame);
  };
  Object.assign(globalThis, {
    bench: {
      publish,
      watchHls,
      watchWhep,
      firstAt: () => firstAt,
      delaysSince: (at: number) => delays.filter((one) => one.at > at).map(({ delay }) => delay),
    },
  });
};

/** What the script leaves in a page. */
export interface BenchInPage {
  bench: {
    publish(url: string, token: string): Promise<number>;
    watchHls(url: string): void;
    watchWhep(url: string, token: string): Promise<void>;
    firstAt(): number | undefined;
    delaysSince(at: number): number[];
  };
}
