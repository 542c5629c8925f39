import type { REJECTION_REASONS } from '@stagedoor/contract/admin';
import type { Figure, MovingScene, Palette, PictureShape, Prop, SceneKind } from '../art/index.ts';

/** Who a post is for. `buyers` has a price. */
export type CastAudience = 'everyone' | 'followers' | 'subscribers' | 'buyers';
export type CastGender = 'female' | 'male' | 'nonbinary';

/** A picture of a post: what to draw, in which shape, by which seed. */
export interface CastPicture {
  kind: SceneKind;
  shape: PictureShape;
  seed: number;
}

/** A short film: drawn frame by frame, coded by ffmpeg where there is one. Its first frame is its still picture. */
export interface CastClip {
  kind: MovingScene;
  seed: number;
  seconds: number;
  framesPerSecond: number;
  width: number;
  height: number;
}

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
  /** Photos; none for a text or a film. */
  pictures: readonly CastPicture[];
  clip?: CastClip;
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
  palette: Palette;
  figure: Figure;
  prop: Prop;
  cover: { kind: SceneKind; seed: number };
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
  /** Chooses the face. */
  seed: number;
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
  palette: Palette;
  figure: Figure;
  /** What the specimen card states, where it differs from the form. */
  card: { lastName: string; firstName: string; validUntil: string; number: string };
  minutesAgo: number;
  seed: number;
}

/** A performer whose application was rejected. */
export interface CastRejected extends CastApplicant {
  reasons: readonly (typeof REJECTION_REASONS)[number][];
  note: string;
}
