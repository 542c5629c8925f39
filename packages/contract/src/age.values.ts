// Constants of age assurance without Zod, so that the web shares them.

/** How the site makes sure of the age of people in a country, from the mildest to the strictest. */
export const AGE_LEVELS = ['none', 'declare', 'verify'] as const;
export type AgeLevel = (typeof AGE_LEVELS)[number];

/** Why a check at the provider ended without a result: the parameter `age` of the page that the browser comes back to. */
export const AGE_OBSTACLES = ['failed', 'expired', 'away', 'refused'] as const;
export type AgeObstacle = (typeof AGE_OBSTACLES)[number];
/** The parameter with an obstacle. */
export const AGE_PARAMETER = 'age';

/** The path that providers send the browser back to. */
export const AGE_RETURN_PATH = '/age/return';

/** The checks of a provider's test, in their order. */
export const AGE_PROVIDER_SUBJECTS = ['discovery', 'endpoints', 'algorithms', 'keys'] as const;
/** Problems that the test of a provider finds. */
export const AGE_PROVIDER_PROBLEMS = ['unreachable', 'notOpenId', 'otherIssuer', 'noCodeFlow', 'noPkce', 'noAlgorithm', 'noKeys'] as const;
