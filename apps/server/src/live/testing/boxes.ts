/** One track's run in a fragment (ISO/IEC 14496-12, 8.8). */
export interface ReadRun {
  trackId: number;
  baseTime: number;
  durations: number[];
  sizes: number[];
  keys: boolean[];
  version: number;
  /** From decoding to showing, signed. */
  compositions: number[];
}

/** The boxes of a piece of an MP4, by type. */
export const boxesOf = (data: Buffer): { type: string; content: Buffer }[] => {
  const boxes: { type: string; content: Buffer }[] = [];
  for (let at = 0; at + 8 <= data.length; at += data.readUInt32BE(at)) {
    const size = data.readUInt32BE(at);
    if (size < 8 || at + size > data.length) throw new RangeError(`a box of ${size} bytes at ${at} of ${data.length}`);
    boxes.push({ type: data.toString('latin1', at + 4, at + 8), content: data.subarray(at + 8, at + size) });
  }
  return boxes;
};

export const boxAt = (data: Buffer, ...path: string[]): Buffer =>
  path.reduce((content, type) => boxesOf(content).find((one) => one.type === type)!.content, data);

/** Reads one of our fragments: its runs, and the number of media bytes. */
export const readFragmentRuns = (data: Buffer): { runs: ReadRun[]; dataBytes: number } => {
  const [moof, mdat] = boxesOf(data);
  const runs = boxesOf(moof!.content)
    .filter(({ type }) => type === 'traf')
    .map(({ content }) => {
      const run = boxAt(content, 'trun');
      const isVideo = (run.readUInt32BE(0) & 0x400) !== 0;
      const isReordered = (run.readUInt32BE(0) & 0x800) !== 0;
      const step = (isVideo ? 12 : 8) + (isReordered ? 4 : 0);
      const entries = Array.from({ length: run.readUInt32BE(4) }, (_, index) => 12 + index * step);
      return {
        trackId: boxAt(content, 'tfhd').readUInt32BE(4),
        baseTime: Number(boxAt(content, 'tfdt').readBigUInt64BE(4)),
        durations: entries.map((at) => run.readUInt32BE(at)),
        sizes: entries.map((at) => run.readUInt32BE(at + 4)),
        keys: entries.map((at) => !isVideo || (run.readUInt32BE(at + 8) & 0x10000) === 0),
        version: run[0]!,
        compositions: entries.map((at) => (isReordered ? run.readInt32BE(at + step - 4) : 0)),
      };
    });
  return { runs, dataBytes: mdat!.content.length };
};
