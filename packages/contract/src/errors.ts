/**
 * Every code an answer can carry in `error`, with its status. The sentence for people is the text
 * `errors.<CODE>` in the caller's language. Programs may rely on the codes; sentences may change.
 */
export const ERRORS = {
  // any call
  VALIDATION_FAILED: 422,
  BAD_REQUEST: 400,
  NOT_FOUND: 404,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  ORIGIN_REFUSED: 403,
  ACCOUNT_SUSPENDED: 403,
  LITE_ACCOUNT: 403,
  EMAIL_NOT_VERIFIED: 403,
  COUNTRY_BLOCKED: 403,
  AGE_NOT_CONFIRMED: 403,
  READ_ONLY: 403,
  MAINTENANCE: 503,
  RATE_LIMITED: 429,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 409,
  UPLOAD_INTERRUPTED: 400,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  // accounts
  INCORRECT_CREDENTIALS: 400,
  USERNAME_TAKEN: 409,
  PERFORMER_USERNAME_TAKEN: 409,
  USERNAME_RESERVED: 422,
  UNDERAGE: 422,
  TOKEN_INVALID: 400,
  CURRENT_PASSWORD_WRONG: 400,
  RECENT_LOGIN_REQUIRED: 403,
  LOG_IN_PAUSED: 429,
  TWO_FACTOR_REQUIRED: 403,
  TWO_FACTOR_INVALID: 400,
  TWO_FACTOR_STATE: 409,
  DELETION_STATE: 409,
  EXPORT_RUNNING: 409,
  ACCOUNT_STATE: 409,
  LAST_OWNER: 409,
  // performers
  APPLICATION_STATE: 409,
  REASON_REQUIRED: 422,
  DOCUMENT_MISSING: 422,
  PARTICIPANT_STATE: 409,
  // the site
  SLUG_TAKEN: 409,
  PAGE_IN_USE: 409,
  LANGUAGE_EXISTS: 409,
  NOTICE_STATE: 409,
  // files
  FILE_KIND_REFUSED: 415,
  FILE_TOO_LARGE: 413,
  FILE_UNREADABLE: 422,
  FILE_MISSING: 422,
  FILE_NOT_YOURS: 403,
  FILE_IN_USE: 409,
  FILE_NOT_MADE: 503,
  CAPTIONS_FULL: 409,
  UPLOAD_INCOMPLETE: 409,
  UPLOAD_OFFSET: 409,
  UPLOADS_OPEN: 429,
  QUOTA_EXCEEDED: 413,
  // content
  FEED_EMPTY: 422,
  FEED_STATE: 409,
  MEDIA_MIXED: 422,
  PRICE_REQUIRED: 422,
  POLL_CLOSED: 409,
  ALREADY_VOTED: 409,
  POLL_TAKEN: 409,
  LOCKED: 403,
  // money
  INSUFFICIENT_TOKENS: 402,
  PRICE_CHANGED: 409,
  ALREADY_PURCHASED: 409,
  ALREADY_SUBSCRIBED: 409,
  NOT_FOR_SALE: 409,
  COUPON_INVALID: 409,
  COUPON_TAKEN: 409,
  OUT_OF_STOCK: 409,
  EMOJI_CODE_TAKEN: 409,
  ADDRESS_REQUIRED: 422,
  DELIVERY_STATE: 409,
  OWN_ITEM: 403,
  BLOCKED_PAIR: 403,
  AMOUNT_OUT_OF_BOUNDS: 422,
  ORDER_STATE: 409,
  GATEWAY_UNAVAILABLE: 503,
  SIGNATURE_INVALID: 400,
  SUBSCRIPTION_STATE: 409,
  // reactions
  ALREADY_REACTED: 409,
  // live
  LIVE_OFFER_INVALID: 400,
  LIVE_CODEC_UNSUPPORTED: 422,
  LIVE_ALREADY_PUBLISHING: 409,
  LIVE_NOT_ON_AIR: 409,
  LIVE_TOKEN_INVALID: 403,
  LIVE_FULL: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERRORS;

/** Codes that any call may answer, whatever its contract lists. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  'VALIDATION_FAILED',
  'BAD_REQUEST',
  'NOT_FOUND',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'ORIGIN_REFUSED',
  'ACCOUNT_SUSPENDED',
  'LITE_ACCOUNT',
  'EMAIL_NOT_VERIFIED',
  'COUNTRY_BLOCKED',
  'AGE_NOT_CONFIRMED',
  'READ_ONLY',
  'TWO_FACTOR_REQUIRED',
  'MAINTENANCE',
  'RATE_LIMITED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'IDEMPOTENCY_KEY_REUSED',
  'UPLOAD_INTERRUPTED',
  'INTERNAL',
  'UNAVAILABLE',
];

/** The specification's body of a failure. */
export interface ErrorBody {
  statusCode: number;
  /** A stable code. */
  error: ErrorCode;
  /** A sentence, or for VALIDATION_FAILED one entry a property. */
  message: string | readonly FieldError[];
  /** Facts a program may use, such as the balance that was missing. */
  details?: Record<string, unknown>;
}

export interface FieldError {
  property: string;
  /** Rule name to sentence in the caller's language. */
  constraints: Record<string, string>;
}
