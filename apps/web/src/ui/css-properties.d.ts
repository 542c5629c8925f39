import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Custom properties, which our style sheets read. */
    [property: `--${string}`]: string | number | undefined;
  }
}
