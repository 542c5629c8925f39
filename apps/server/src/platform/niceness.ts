/**
 * How nice (0 to 19) a process in the background is that would be as nice as `most`: that, or not at all where the machine has cores to
 * spare (`BACKGROUND_YIELDS=no`).
 */
export const niceness = (most: number): number => (process.env['BACKGROUND_YIELDS'] === 'no' ? 0 : most);
