import type { ErrorCode } from '@stagedoor/contract/errors';
import { errorBody } from '../platform/http/errors.ts';
import { type CodedError, FieldsError } from '../platform/errors.ts';
import { isTextKey, translate } from '../platform/texts.ts';

/** Codes that mean something else here than on a page. */
const HERE: Partial<Record<ErrorCode, string>> = {
  FORBIDDEN: 'That can’t be changed on this site any more.',
  USERNAME_TAKEN: 'The username or the mail address belongs to an account already: choose others.',
  TWO_FACTOR_STATE: 'The account has no second factor.',
};

/** The sentence of an error of the contract, in English. Fields are named. */
export const sentenceOf = (error: CodedError): string => {
  if (error instanceof FieldsError)
    return error.fields
      .map(({ property, rule, values }) => {
        const key = `validation.${rule}`;
        return `${property}: ${isTextKey(key) ? translate('en', key, values) : rule}`;
      })
      .join(' ');
  const { message } = errorBody(error, 'en');
  return HERE[error.code] ?? (typeof message === 'string' ? message : error.code);
};
