/** Argon2id at OWASP's first recommendation: 19 MiB, two passes, one lane (Password Storage Cheat Sheet). */
export const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
