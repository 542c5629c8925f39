import type { AgeObstacle } from '@stagedoor/contract/age.values';
import type { AgeProviderCheck } from '@stagedoor/contract/age';

/** The parts of a check besides its provider. All secrets of a check follow from the browser's, so that none is stored. */
export interface AgeCheck {
  /** The address that the provider sends the browser back to. */
  returnAddress: string;
  /** Ties the provider's answer to this check. */
  state: string;
  nonce: string;
  verifier: string;
  begunAt: Date;
}

/** A provider's answer about a person: never a birthday, a name or a document. */
export interface AgeResult {
  isOfAge: boolean;
  /** How the provider found out, in its words. */
  method: string;
  /** Names the check at the provider. */
  reference: string;
}

/** A check without a result. */
export class AgeCheckFailed extends Error {
  readonly obstacle: AgeObstacle;

  /** @param message for the log: never what the provider answered */
  constructor(obstacle: AgeObstacle, message: string) {
    super(message);
    this.obstacle = obstacle;
  }
}

/** A company that verifies ages: the browser goes there, and comes back with a signed result. */
export interface AgeProvider {
  /** Returns the address to send the browser to. @throws AgeCheckFailed `away` */
  begin(check: AgeCheck): Promise<string>;
  /**
   * Reads the result that the browser came back with.
   * @param query of the address it came back to
   * @throws AgeCheckFailed
   */
  finish(query: string, check: AgeCheck, now: Date): Promise<AgeResult>;
  /** Tries everything a check needs, without a person. */
  test(): Promise<AgeProviderCheck[]>;
}

/** A provider as it is stored. */
export interface StoredProvider {
  id: string;
  /** Shown to people. */
  name: string;
  issuer: string;
  clientId: string;
  /** Empty for a client without a secret. */
  clientSecret: string;
  scope: string;
  claim: string;
}
