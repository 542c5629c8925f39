/**
 * The niceness (0 to 19) of a background process: `nice`, or 0 where the machine has cores to spare (`BACKGROUND_YIELDS=no`).
 */
export const backgroundNiceness = (nice: number): number => (process.env['BACKGROUND_YIELDS'] === 'no' ? 0 : nice);
