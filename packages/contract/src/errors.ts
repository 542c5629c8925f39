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
  EMAIL_NOT_VERIFIED: 400,
  TERMS_CHANGED: 403,
  COUNTRY_BLOCKED: 403,
  AGE_NOT_CONFIRMED: 403,
  AGE_NOT_VERIFIED: 403,
  AGE_PROVIDER_MISSING: 409,
  /** The provider of age checks doesn't answer; the gate stays closed. */
  AGE_PROVIDER_AWAY: 503,
  AGE_PROVIDER_FAILED: 422,
  AGE_PROVIDER_NEEDED: 409,
  READ_ONLY: 403,
  MAINTENANCE: 503,
  RESTORE_UNCONFIRMED: 409,
  RESTORE_STATE: 409,
  RESTORE_UNASKED: 409,
  RESTORE_UNANSWERED: 409,
  RESTORE_ERASURES: 409,
  RATE_LIMITED: 429,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 409,
  UPLOAD_INTERRUPTED: 400,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  STORAGE_FULL: 507,
  // accounts
  INCORRECT_CREDENTIALS: 400,
  USERNAME_TAKEN: 409,
  PERFORMER_USERNAME_TAKEN: 409,
  USERNAME_RESERVED: 422,
  UNDERAGE: 422,
  TOKEN_INVALID: 400,
  TOKEN_USED: 400,
  TOKEN_EXPIRED: 400,
  CURRENT_PASSWORD_WRONG: 400,
  RECENT_LOGIN_REQUIRED: 403,
  LOG_IN_PAUSED: 429,
  TWO_FACTOR_REQUIRED: 403,
  TWO_FACTOR_INVALID: 400,
  TWO_FACTOR_STATE: 409,
  OWN_FACTOR_FIRST: 409,
  PASSKEY_INVALID: 400,
  PASSKEY_KNOWN: 409,
  PASSKEYS_FULL: 409,
  DELETION_STATE: 409,
  EXPORT_RUNNING: 409,
  ACCOUNT_STATE: 409,
  LAST_OWNER: 409,
  BULK_ROWS_NONE: 409,
  BULK_ROWS_TOO_MANY: 409,
  BULK_ACT_STATE: 409,
  OTHER_ADMIN_REQUIRED: 409,
  OTHER_OWNER_FIRST: 409,
  // performers
  APPLICATION_STATE: 409,
  REASON_REQUIRED: 422,
  DOCUMENT_MISSING: 422,
  DOCUMENT_UNOPENED: 409,
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
  /** The same bytes as something that was taken down. */
  FILE_BLOCKED: 422,
  FILE_IN_REVIEW: 409,
  /** A virus scanner found something. */
  FILE_INFECTED: 422,
  /** It is larger than the virus scanner takes. */
  FILE_NOT_SCANNED: 413,
  SCANNER_UNAVAILABLE: 503,
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
  ITEM_EMPTY: 422,
  ITEM_STATE: 409,
  REVIEW_STATE: 409,
  VIDEO_MISSING: 422,
  REEL_SHAPE: 422,
  MEDIA_MIXED: 422,
  PRICE_REQUIRED: 422,
  POLL_CLOSED: 409,
  ALREADY_VOTED: 409,
  POLL_TAKEN: 409,
  LOCKED: 403,
  // money
  INSUFFICIENT_TOKENS: 402,
  SPENDING_LIMIT: 409,
  COOL_OFF: 409,
  PRICE_CHANGED: 409,
  ALREADY_PURCHASED: 409,
  ALREADY_SUBSCRIBED: 409,
  NO_DEBT: 409,
  NOT_FOR_SALE: 409,
  COUPON_INVALID: 409,
  COUPON_TAKEN: 409,
  OFFER_ENDED: 409,
  OFFER_PAUSED: 409,
  OFFER_USED_UP: 409,
  OFFER_USED: 409,
  OFFER_NOT_NEW: 409,
  OFFER_STATE: 409,
  OFFER_LINKS_FULL: 409,
  OUT_OF_STOCK: 409,
  EMOJI_CODE_TAKEN: 409,
  ADDRESS_REQUIRED: 422,
  DELIVERY_STATE: 409,
  SHIPPING_REQUIRED: 422,
  SHIPPING_NOT_OFFERED: 422,
  PRODUCT_FILE_MISSING: 422,
  CATEGORY_TAKEN: 409,
  REPORT_STATE: 409,
  /** The admin who decided first can't decide about the objection. */
  OTHER_ADMIN_NEEDED: 409,
  OWN_ITEM: 403,
  BLOCKED_PAIR: 403,
  COMMENTS_CLOSED: 403,
  AMOUNT_OUT_OF_BOUNDS: 422,
  ORDER_STATE: 409,
  GATEWAY_UNAVAILABLE: 503,
  NOT_BY_CARD: 422,
  CARD_PAUSED: 429,
  REFUND_STATE: 409,
  GATEWAY_SETTINGS_CHANGED: 409,
  GATEWAY_INCOMPLETE: 409,
  MEDIA_SERVER_FAILED: 409,
  HASH_LIST_FAILED: 409,
  HASH_LISTS_FULL: 409,
  SIGNATURE_INVALID: 400,
  SUBSCRIPTION_STATE: 409,
  PLAN_STATE: 409,
  PLAN_BY_CARD: 409,
  STATEMENT_NOT_READY: 409,
  PAYOUT_PENDING: 409,
  PAYOUT_DETAILS_MISSING: 422,
  PAYOUT_STATE: 409,
  PAYOUT_CHANGED: 409,
  PAYOUT_HELD: 409,
  PAYOUT_FROZEN: 409,
  PAYOUT_PAYER_MISSING: 409,
  // conversations
  MESSAGES_NOT_ALLOWED: 403,
  PINS_FULL: 409,
  MESSAGE_BOUGHT: 409,
  UNDO_OVER: 409,
  // reactions
  ALREADY_REACTED: 409,
  // live
  LIVE_OFFER_INVALID: 400,
  LIVE_CODEC_UNSUPPORTED: 422,
  LIVE_ALREADY_PUBLISHING: 409,
  /** WebRTC can't carry the show as its encoder sends it. */
  LIVE_HLS_ONLY: 422,
  LIVE_NOT_ON_AIR: 409,
  /** The show is over: players stop asking. */
  LIVE_ENDED: 410,
  /** The seat plays on a newer device. A status of its own: players see no body. */
  LIVE_REPLACED: 423,
  LIVE_TOKEN_INVALID: 403,
  LIVE_KEY_INVALID: 403,
  LIVE_KEY_NO_SHOW: 409,
  /** Two programs replace each other with the same stream key. */
  LIVE_KEY_BUSY: 409,
  /** Wrong stream keys of a network. */
  LIVE_KEY_TRIES: 429,
  /** WebRTC connections can't change their network: clients connect again. */
  LIVE_ICE_RESTART: 422,
  LIVE_FULL: 503,
  /** The external media server that carries such shows doesn't answer. */
  LIVE_SERVER_AWAY: 503,
  LIVE_BUSY: 409,
  /** Maintenance lets running shows end, and none begins. */
  SHOWS_CLOSING: 409,
  LIVE_SEATS_TAKEN: 409,
  REQUEST_OPEN: 409,
  REQUEST_STATE: 409,
  CHAT_TIMED_OUT: 403,
  CHAT_SLOW: 429,
  CHAT_FOLLOWERS_ONLY: 403,
  CHAT_SUBSCRIBERS_ONLY: 403,
  CHAT_WORD_REFUSED: 422,
  CHAT_PICTURES_SUBSCRIBERS_ONLY: 403,
  MODERATORS_FULL: 409,
  SCHEDULE_FULL: 409,
  SCHEDULE_STATE: 409,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERRORS;

/** Causes of a refused WHIP or WHEP offer, as `details.reason`. Encoders and players are told the text `errors.LIVE_OFFER_INVALID.<cause>`. */
export const OFFER_FAULTS = [
  'unreadable',
  'noMedia',
  'sendsNothing',
  'receivesNothing',
  'twoVideos',
  'twoAudios',
  'noH264',
  'noOpus',
  'noFingerprint',
  'noMid',
  'noBundle',
] as const;
export type OfferFault = (typeof OFFER_FAULTS)[number];

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
  'TERMS_CHANGED',
  'COUNTRY_BLOCKED',
  'AGE_NOT_CONFIRMED',
  'AGE_NOT_VERIFIED',
  'READ_ONLY',
  'TWO_FACTOR_REQUIRED',
  'MAINTENANCE',
  'RESTORE_UNCONFIRMED',
  'RATE_LIMITED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'IDEMPOTENCY_KEY_REUSED',
  'UPLOAD_INTERRUPTED',
  'INTERNAL',
  'UNAVAILABLE',
  'STORAGE_FULL',
  'FILE_BLOCKED',
  'FILE_IN_REVIEW',
];

/** Codes of calls that take files, on a site with a virus scanner. */
const SCANNING_ERRORS: readonly ErrorCode[] = ['FILE_INFECTED', 'FILE_NOT_SCANNED', 'SCANNER_UNAVAILABLE'];

/** The codes that a call may answer. */
export const errorsOf = (call: { errors?: readonly ErrorCode[]; stepUp?: boolean; files?: object }): ErrorCode[] => [
  ...new Set([
    ...COMMON_ERRORS,
    ...(call.errors ?? []),
    ...(call.files ? SCANNING_ERRORS : []),
    ...(call.stepUp ? (['RECENT_LOGIN_REQUIRED'] as const) : []),
  ]),
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
