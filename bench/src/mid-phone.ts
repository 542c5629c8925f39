/** A mid phone on 4G, as Lighthouse's mobile audits have it: a fourth of this machine's speed, 1.6 Mbit/s down, 150 ms a round trip. */
export const CPU_SLOWDOWN = 4;
export const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
export const VIEWPORT = { width: 412, height: 823 };
