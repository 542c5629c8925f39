import type { Contract, ResponseOf } from '@stagedoor/contract';

/** A performer as a viewer sees them. */
export type Profile = ResponseOf<Contract['GET /performers/{id}']>;
