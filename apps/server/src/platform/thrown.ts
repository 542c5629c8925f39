/** The code of an error that Node threw, such as `ENOENT`; undefined for any other. */
export const systemCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Whatever was thrown, as an error. */
export const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** The message of whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
