import type { ComponentProps } from 'react';
import { FileField } from '../FileField.tsx';

/** Maximum size of a document, announced as 20 MB; the server's limit is slightly higher. */
export const DOCUMENT_MAX_BYTES = 20_000_000;

/** An identity document: a picture of it, or a PDF. */
export const DocumentField = (props: Omit<ComponentProps<typeof FileField>, 'accept' | 'maxBytes'>) => (
  <FileField {...props} accept="image/jpeg,image/png,image/webp,application/pdf" maxBytes={DOCUMENT_MAX_BYTES} />
);
