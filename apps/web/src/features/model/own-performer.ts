import type { AnswerOf, Contract } from '@stagedoor/contract';

export type OwnPerformer = AnswerOf<Contract['GET /performers/me']>;

/** Every card of the account page: the record, and what to do when it changed. */
export interface PerformerCardProps {
  performer: OwnPerformer;
  onChange: () => void;
}
