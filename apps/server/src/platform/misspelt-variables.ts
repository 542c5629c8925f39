import { ConfigurationError } from './configuration-error.ts';
import { nearestName, slipsBetween } from './slips.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable that nothing reads, and the one that it most likely means. */
export interface MisspeltVariable {
  name: string;
  meant: string;
}

/** The variable of a secret, whether it is given by its value or by its file. */
const baseOf = (name: string): string => name.replace(/_FILE$/, '');

/** Returns the set variables whose name is near a known one and isn't one. */
export const findMisspelt = (environment: Environment, known: readonly string[]): MisspeltVariable[] =>
  Object.keys(environment).flatMap((name) => {
    const meant = environment[name] ? nearestName(name, known) : undefined;
    // A program's own variable may be near one that is set: with that one set, nothing is missing.
    const isMissing = meant !== undefined && !environment[baseOf(meant)] && !environment[`${baseOf(meant)}_FILE`];
    return isMissing ? [{ name, meant }] : [];
  });

/** Variables without which another, empty site is started. */
const PLACES = ['DATABASE_URL', 'DATABASE_URL_FILE', 'DATA_DIR'];
/** Short names are nearer to foreign ones: JAVA_DIR is two letters away from DATA_DIR. */
const LETTERS_PER_SLIP = 6;

const isCertain = ({ name, meant }: MisspeltVariable): boolean => {
  const most = Math.floor(meant.length / LETTERS_PER_SLIP);
  return slipsBetween(name.toLowerCase(), meant.toLowerCase(), most) <= most;
};

/**
 * Refuses a variable that is near DATABASE_URL or DATA_DIR, where that one isn't set: a new, empty database would be started in silence.
 * @throws ConfigurationError
 */
export const assertPlacesSpelt = (misspelt: readonly MisspeltVariable[]): void => {
  const slip = misspelt.find((one) => PLACES.includes(one.meant) && isCertain(one));
  if (slip)
    throw new ConfigurationError(
      `${slip.name}: nothing reads this variable, and without ${slip.meant} the site would begin with an empty database: rename it to ${slip.meant}, or unset it.`,
    );
};
