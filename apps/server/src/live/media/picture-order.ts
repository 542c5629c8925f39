import { type AccessUnit, type SequenceParameters, readOrder } from './h264.ts';

const NAL_SLICE = 1;
const NAL_IDR = 5;
/** Steps between pictures as encoders number them: both fields of a picture count. */
const USUAL_STEP = 2;

/** A picture's places since the last key picture: in the order of decoding and of showing. */
export interface PicturePlaces {
  decoded: number;
  shown: number;
}

/**
 * Follows the order of showing that slices state (8.2.1.1), and finds publishers who write when a picture is decoded where RTP has when it is shown: a
 * picture that is shown earlier than the one before has a later time then.
 */
export const createPictureOrder = () => {
  let reference = { upper: 0, lower: 0 };
  let before: { order: number; time: number } | undefined;
  let decoded = 0;
  let step = USUAL_STEP;
  let hasDecodeTimes = false;

  /** The order since the last key picture. */
  const orderOf = (nal: Buffer, slices: NonNullable<SequenceParameters['slices']>): number | undefined => {
    const lower = readOrder(nal, slices);
    if (lower === undefined) return undefined;
    const range = 2 ** slices.orderBits;
    const isKey = (nal[0]! & 0x1f) === NAL_IDR;
    if (isKey) reference = { upper: 0, lower: 0 };
    const distance = lower - reference.lower;
    const upper = reference.upper + (distance <= -range / 2 ? range : distance > range / 2 ? -range : 0);
    if ((nal[0]! & 0x60) !== 0) reference = { upper, lower };
    return upper + lower;
  };

  return {
    /** Times are those of decoding. */
    hasDecodeTimes: (): boolean => hasDecodeTimes,
    /** @param time when the picture is shown or decoded, in any unit @returns undefined when its order can't be read */
    next({ nals, isKey }: AccessUnit, time: number, slices: SequenceParameters['slices']): PicturePlaces | undefined {
      const slice = nals.find((nal) => (nal[0]! & 0x1f) === NAL_SLICE || (nal[0]! & 0x1f) === NAL_IDR);
      const order = slice && slices && orderOf(slice, slices);
      decoded = isKey ? 0 : decoded + 1;
      if (order === undefined) return undefined;
      if (order % USUAL_STEP !== 0) step = 1;
      if (before && !isKey && order < before.order) hasDecodeTimes = time > before.time;
      before = { order, time };
      return { decoded, shown: order / step };
    },
  };
};
