import type { ProfilePart } from '@stagedoor/contract/reports.values';
import type { Contract, ResponseOf } from '@stagedoor/contract';

/** A performer as a viewer sees them. */
export type Profile = ResponseOf<Contract['GET /performers/{id}']>;

/** Returns the pictures and the film of a profile, each of which can be reported by itself. */
export const profileParts = ({ _id: objectId, avatar, cover, welcomeVideo }: Profile): { objectType: ProfilePart; objectId: string }[] => [
  ...(avatar ? [{ objectType: 'avatar' as const, objectId }] : []),
  ...(cover ? [{ objectType: 'cover' as const, objectId }] : []),
  ...(welcomeVideo ? [{ objectType: 'welcomeVideo' as const, objectId }] : []),
];
