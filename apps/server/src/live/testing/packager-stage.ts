import type { AccessUnit } from '../media/h264.ts';
import { type WrittenPiece, createPackager } from '../media/packager.ts';
import { cardPictures } from './media-fixtures.ts';

/** When the stage begins. */
export const WALL = Date.UTC(2026, 5, 1);
const [KEY, NON_KEY] = [cardPictures()[0]!, cardPictures()[1]!];
const FILLER_NAL = 12;

/** @param fillerBytes makes it larger, by filler data that decoders skip */
export const unitOf = (isKey: boolean, fillerBytes = 0): AccessUnit => {
  const nals = [...(isKey ? KEY : NON_KEY).nals];
  const find = (type: number): Buffer | undefined => nals.find((nal) => (nal[0]! & 0x1f) === type);
  const [sps, pps] = [find(7), find(8)];
  if (fillerBytes > 0) nals.push(Buffer.alloc(fillerBytes, FILLER_NAL));
  return { nals, timestamp: 0, isKey, sps, pps };
};

/** A packager whose publisher answers each key frame request with the next picture. */
export const createPackagerStage = ({ soundDelayMs = 0, fillerBytes = 0 }: { soundDelayMs?: number; fillerBytes?: number } = {}) => {
  const written: WrittenPiece[] = [];
  let now = 0;
  let wantsKey = true;
  const packager = createPackager(
    { changed() {}, written: (piece) => written.push(piece), needKeyFrame: () => (wantsKey = true) },
    { wall: () => WALL + now, monotonic: () => now },
  );
  let soundAt = 0;
  return {
    packager,
    written,
    /** The publisher leaves and returns. @returns where the timeline continues */
    interrupt(): number {
      packager.interrupt();
      wantsKey = true;
      soundAt = packager.position() / 90_000;
      return soundAt;
    },
    picture(seconds: number, isKey = wantsKey): void {
      now = Math.max(now, seconds * 1000);
      if (isKey) wantsKey = false;
      packager.pushVideo(unitOf(isKey, fillerBytes), Math.round(seconds * 90_000));
    },
    /** All audio up to a time, less the encoder's delay. */
    sound(seconds: number): void {
      for (; soundAt <= seconds - soundDelayMs / 1000; soundAt += 0.02)
        packager.pushAudio(Buffer.of(1, 2, 3), Math.round(soundAt * 48_000));
    },
    play(from: number, to: number, fps = 15, hasSound = true): void {
      for (let index = 0; from + index / fps <= to; index += 1) {
        this.picture(from + index / fps);
        if (hasSound) this.sound(from + index / fps);
      }
    },
  };
};

export type PackagerStage = ReturnType<typeof createPackagerStage>;
