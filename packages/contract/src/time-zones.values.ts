const NAME = /^(?:UTC|[A-Z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){1,2})$/;

/** Checks a time zone by its name in the IANA database, such as `Asia/Kolkata`. Offsets (`+05:30`) and abbreviations (`EST`) are none. */
export const isTimeZone = (value: string): boolean => {
  if (!NAME.test(value)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** Time zones to choose from, UTC first, then by name. */
export const timeZones = (): string[] => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
