declare module 'subset-font' {
  interface Axis {
    readonly min: number;
    readonly max: number;
  }
  interface Options {
    keepAllGlyphs?: boolean;
    targetFormat?: 'sfnt' | 'woff' | 'woff2';
    /** One value, or a narrower range, by axis tag. */
    variationAxes?: Readonly<Record<string, number | Axis>>;
  }
  /** Subsets a font to these characters, unless all are kept. */
  const subsetFont: (face: Buffer, text: string, options?: Options) => Promise<Buffer>;
  export default subsetFont;
}
