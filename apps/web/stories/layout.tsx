import { type ReactNode } from 'react';

/** Icons of the look. */
export const icon = { size: 20, stroke: 1.75 } as const;
/** A row. */
export const Row = ({ children }: { children: ReactNode }) => (
  <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'center', marginBottom: 12 }}>{children}</div>
);
/** A column. */
export const Grid = ({ children, min = 260 }: { children: ReactNode; min?: number }) => (
  <div style={{ display: 'grid', gap: 22, gridTemplateColumns: `repeat(auto-fill, minmax(min(${min}px, 100%), 1fr))` }}>{children}</div>
);
