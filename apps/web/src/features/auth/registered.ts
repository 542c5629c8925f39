/** The state that a registration hands to the log-in page. */
export interface Registered {
  /** `isApplication`: a performer's, whose documents are reviewed next. */
  registered: { username: string; email: string; isApplication?: boolean };
}

/** What the history entry says of a registration just made, if anything. */
export const registeredIn = (state: unknown): Registered['registered'] | undefined => (state as Partial<Registered> | null)?.registered;
