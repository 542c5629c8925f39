import { accountTexts } from './accounts.ts';
import { errorTexts } from './errors.ts';
import { shellTexts } from './shell.ts';
import { validationTexts } from './validation.ts';

/** Every text of the product. A module's texts are one file beside this one. */
export const TEXTS = { ...errorTexts, ...validationTexts, ...shellTexts, ...accountTexts } as const;

export type TextKey = keyof typeof TEXTS;
