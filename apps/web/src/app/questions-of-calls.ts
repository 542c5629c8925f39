import type { CONFIRMATIONS } from '@stagedoor/contract/account';
import { createQuestion } from './question.ts';

/** How an account’s owner can confirm that it is them. */
export type Confirmation = (typeof CONFIRMATIONS)[number];

const stepUp = createQuestion<readonly Confirmation[]>();

/** Asks the owner to confirm that it is them, in one of these ways. @returns whether they did */
export const askToConfirm = stepUp.ask;
export const useStepUpQuestion = stepUp.useOpen;

const agreement = createQuestion<undefined>();

/** Asks the account's owner to agree to changed terms. @returns whether they did */
export const askToAgree = (): Promise<boolean> => agreement.ask(undefined);
export const useAgreementQuestion = agreement.useOpen;
