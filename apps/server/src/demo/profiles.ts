import { optionsOf, type ProfileAttribute } from '@stagedoor/contract/profile-options';
import type { PerformerChanges } from '../modules/performers/index.ts';
import { seededRandom, seedOf } from './chance.ts';
import type { CastPerformer } from './cast.ts';

/** Languages of the cast's countries; English is added for everybody. */
const SPOKEN: Readonly<Record<string, readonly string[]>> = {
  PT: ['pt'],
  ES: ['es'],
  FR: ['fr'],
  DE: ['de'],
  IT: ['it'],
  JP: ['ja'],
  BR: ['pt'],
  MX: ['es'],
  AR: ['es'],
  NL: ['nl'],
  PL: ['pl'],
  SE: ['sv'],
  NO: ['no'],
  DK: ['da'],
  FI: ['fi'],
  GR: ['el'],
  TR: ['tr'],
  KR: ['ko'],
  IN: ['hi'],
  MA: ['ar', 'fr'],
  CA: ['fr'],
  CH: ['de', 'fr'],
  AT: ['de'],
  BE: ['nl', 'fr'],
  CZ: ['cs'],
  JO: ['ar'],
};
const ATTRIBUTES = ['bodyType', 'hairColor', 'hairLength', 'eyeColor', 'height'] as const satisfies readonly ProfileAttribute[];
/** Hundredths of a token a minute. */
const PRIVATE_PRICES = [250n, 300n, 400n, 600n, null];

/** The attributes and prices of a performer, always the same; some performers have no attributes. */
export const profileOf = ({ username, country }: CastPerformer): PerformerChanges => {
  const random = seededRandom(seedOf(`${username} profile`));
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const picked = pick(PRIVATE_PRICES);
  // The first one to be looked at has prices of her own.
  const privatePrice = username === 'luna' ? 300n : picked;
  // The demo's fan follows her, and may write to her.
  const messagesFrom = username === 'luna' ? ('followers' as const) : undefined;
  const prices = {
    messagesFrom,
    privatePrice,
    groupPrice: privatePrice === null ? null : privatePrice / 2n,
    privateMinimumMinutes: pick([3, 3, 5, 10]),
  };
  const languages = [...(SPOKEN[country] ?? []), 'en'];
  if (random() < 0.2) return { ...prices, languages };
  const attributes = Object.fromEntries(
    ATTRIBUTES.map((attribute) => [
      attribute,
      attribute === 'height' ? String(158 + Math.floor(random() * 30)) : pick(optionsOf(attribute)),
    ]),
  );
  return { ...prices, languages, attributes };
};
