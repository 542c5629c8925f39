import type { ResponseOf, Contract } from '@stagedoor/contract';

export type OwnPerformer = ResponseOf<Contract['GET /performers/me']>;

/** Props of every card of the account page: the record, and a callback for changes. */
export interface PerformerCardProps {
  performer: OwnPerformer;
  onChange: () => void;
}
