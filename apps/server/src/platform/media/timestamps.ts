/** `HH:MM:SS.mmm` (WebVTT, "WebVTT timestamp"). */
export const timestampOf = (ms: number): string => {
  const part = (value: number, width: number): string => String(Math.floor(value)).padStart(width, '0');
  return `${part(ms / 3_600_000, 2)}:${part((ms / 60_000) % 60, 2)}:${part((ms / 1000) % 60, 2)}.${part(ms % 1000, 3)}`;
};
