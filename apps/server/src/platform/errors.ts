import { ERRORS, type ErrorCode, type FieldError } from '@stagedoor/contract/errors';

/** A failure with a code of the contract. Use cases throw it; the pipeline turns it into the answer. */
export class CodedError extends Error {
  readonly code: ErrorCode;
  /** Facts for programs and for the sentence's placeholders. */
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, details?: Record<string, unknown>, options?: ErrorOptions) {
    super(code, options);
    this.name = 'CodedError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERRORS[this.code];
  }
}

/** A failure of single fields, as validation makes them; `rule` names the text `validation.<rule>`. */
export class FieldsError extends CodedError {
  readonly fields: readonly { property: string; rule: string; values?: Record<string, unknown> }[];

  constructor(fields: readonly { property: string; rule: string; values?: Record<string, unknown> }[]) {
    super('VALIDATION_FAILED');
    this.fields = fields;
  }
}

export const isErrorCode = (value: string): value is ErrorCode => Object.hasOwn(ERRORS, value);

export type { FieldError };
