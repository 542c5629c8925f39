/** How the server misbehaves now; tests and the console change it. */
export interface Faults {
  /** REST calls answer this status. */
  restStatus: number | undefined;
  /** REST calls get no answer. */
  restHangs: boolean;
  /** REST calls answer a page of HTML with status 200. */
  restSendsHtml: boolean;
  /** The next publishers are refused with this definition. */
  publishRefusal: string | undefined;
  /** WebSocket messages get no answer. */
  signallingHangs: boolean;
  /** Nothing answers: each connection is cut as it comes. */
  isDown: boolean;
}

export const NO_FAULTS: Faults = {
  restStatus: undefined,
  restHangs: false,
  restSendsHtml: false,
  publishRefusal: undefined,
  signallingHangs: false,
  isDown: false,
};
