import type { REJECTION_REASONS } from '@stagedoor/contract/admin';

/** Who a post is for. `buyers` has a price. */
export type CastAudience = 'everyone' | 'followers' | 'subscribers' | 'buyers';
export type CastGender = 'female' | 'male' | 'nonbinary';

/** The films of the cast, by what they show; each has a short one, taller than wide, beside it (films.ts). */
export type CastFilm = 'orbs' | 'ribbons' | 'ridges' | 'silks' | 'waves' | 'wheel';

export interface CastComment {
  /** Username of a fan. */
  by: string;
  text: string;
  /** Minutes after the post. */
  after: number;
}

export interface CastPost {
  title?: string;
  text: string;
  audience: CastAudience;
  /** In hundredths of a token; for `buyers` alone. */
  price?: bigint;
  /** Minutes before the moment of seeding. */
  minutesAgo: number;
  /** Names of the performer's photos, in order; none for a text or a film. */
  pictures: readonly string[];
  film?: CastFilm;
  pinned?: boolean;
  /** Minutes from publication to withdrawal; without, it is not withdrawn. */
  staysMinutes?: number;
  comments?: readonly CastComment[];
}

export interface CastPerformer {
  username: string;
  /** The stage name. */
  name: string;
  firstName: string;
  lastName: string;
  gender: CastGender;
  /** ISO 3166-1 alpha-2. */
  country: string;
  city: string;
  /** ISO date. */
  dateOfBirth: string;
  craft: string;
  bio: string;
  /** In hundredths of a token. */
  monthlyPrice: bigint;
  yearlyPrice: bigint;
  /** Newest first. */
  posts: readonly CastPost[];
}

export interface CastFan {
  username: string;
  name: string;
  email: string;
  country: string;
}

/** A performer whose application is pending. */
export interface CastApplicant {
  username: string;
  name: string;
  firstName: string;
  lastName: string;
  email: string;
  gender: CastGender;
  country: string;
  city: string;
  dateOfBirth: string;
  craft: string;
  bio: string;
  minutesAgo: number;
}

/** A performer whose application was rejected. */
export interface CastRejected extends CastApplicant {
  reasons: readonly (typeof REJECTION_REASONS)[number][];
  note: string;
}
