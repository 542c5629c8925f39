/** Picture sizes of a camera: lines and frames per second, with their bit rates. */
export const QUALITIES = {
  '360p15': { width: 640, height: 360, frameRate: 15, maxBitrate: 800_000 },
  '480p30': { width: 854, height: 480, frameRate: 30, maxBitrate: 1_400_000 },
  '720p30': { width: 1280, height: 720, frameRate: 30, maxBitrate: 2_500_000 },
  '1080p30': { width: 1920, height: 1080, frameRate: 30, maxBitrate: 4_000_000 },
} as const;
export type Quality = keyof typeof QUALITIES;

/** The same bit rates for a screen: more lines at fewer frames, so that text stays legible. */
export const SCREENS = {
  '360p15': { width: 1280, height: 720, frameRate: 15 },
  '480p30': { width: 1280, height: 720, frameRate: 15 },
  '720p30': { width: 1920, height: 1080, frameRate: 15 },
  '1080p30': { width: 1920, height: 1080, frameRate: 30 },
} as const satisfies Record<Quality, { width: number; height: number; frameRate: number }>;
