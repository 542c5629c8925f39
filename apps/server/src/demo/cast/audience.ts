import type { CastApplicant, CastFan } from './types.ts';
import { hours, minutes } from './write.ts';

const fan = (username: string, name: string, country: string, seed: number): CastFan => ({
  username,
  name,
  email: `${username}@stagedoor.local`,
  country,
  seed,
});

/** Alex Moreno is the demo fan: see the sign-in of the demo. */
export const fans: readonly CastFan[] = [
  { username: 'alexm', name: 'Alex Moreno', email: 'fan@stagedoor.local', country: 'ES', seed: 360 },
  fan('greta.k', 'Greta Kowalska', 'PL', 10),
  fan('samuelb', 'Samuel Boateng', 'GH', 40),
  fan('ninahart', 'Nina Hartmann', 'DE', 18),
  fan('pavel', 'Pavel Dvořák', 'CZ', 29),
  fan('theadora', 'Thea Dorsey', 'US', 62),
  fan('ruben_v', 'Rubén Vidal', 'AR', 59),
  fan('kwame', 'Kwame Asante', 'GB', 20),
  fan('mei.lin', 'Mei Lin', 'SG', 27),
  fan('oskarw', 'Oskar Wiklund', 'SE', 9),
];

export const applicants: readonly CastApplicant[] = [
  {
    username: 'tomasbrandao',
    name: 'Tomás Brandão',
    firstName: 'Tomas Luis',
    lastName: 'Brandao',
    email: 'tomas.brandao@stagedoor.local',
    gender: 'male',
    country: 'PT',
    city: 'Braga',
    dateOfBirth: '1994-04-12',
    craft: 'Guitar maker',
    bio: 'Builds classical guitars in Braga. Wants to stream bench work twice a week and sell plans.',
    palette: ['#170804', '#6d2a12', '#d8622c', '#ffdca8'],
    figure: { hair: 'curls', side: -1, beard: true },
    // the form has no accents, the card has: what a reviewer is there to see
    card: { lastName: 'Brandão', firstName: 'Tomás Luís', validUntil: '2031-03-01', number: 'X 00 417 22' },
    minutesAgo: hours(21),
    seed: 3,
  },
  {
    username: 'annekepaints',
    name: 'Anneke Visser',
    firstName: 'Anneke',
    lastName: 'Visser',
    email: 'anneke.visser@stagedoor.local',
    gender: 'female',
    country: 'NL',
    city: 'Haarlem',
    dateOfBirth: '1990-12-01',
    craft: 'Sign painter',
    bio: 'Paints shop signs by hand in Haarlem. Wants to show the slow letters.',
    palette: ['#0b0c20', '#3b2f7a', '#b06ac0', '#ffe0b8'],
    figure: { hair: 'long', side: 1, build: 0.9 },
    card: { lastName: 'Visser', firstName: 'Anneke', validUntil: '2029-08-15', number: 'X 00 733 05' },
    minutesAgo: hours(9.5),
    seed: 11,
  },
  {
    username: 'kofimoves',
    name: 'Kofi Mensah',
    firstName: 'Kofi',
    lastName: 'Mensah',
    email: 'kofi.mensah@stagedoor.local',
    gender: 'male',
    country: 'GH',
    city: 'Accra',
    dateOfBirth: '1998-02-19',
    craft: 'Street dancer',
    bio: 'Azonto and house from Accra. Films on the roof at five, when the concrete has cooled.',
    palette: ['#04120f', '#0f4f46', '#3fae94', '#ffe9a8'],
    figure: { hair: 'locs', side: -1, build: 1.02 },
    card: { lastName: 'Mensah', firstName: 'Kofi', validUntil: '2030-01-20', number: 'X 00 582 41' },
    minutesAgo: minutes(40),
    seed: 7,
  },
];
