import type { ComponentProps } from 'react';
import { FileField } from '../../ui/FileField.tsx';

/** Bytes of a document at most: what is called 20 MB; the server takes a little more. */
export const DOCUMENT_MAX_BYTES = 20_000_000;

/** A document of somebody: a picture of it, or a PDF. */
export const DocumentField = (props: Omit<ComponentProps<typeof FileField>, 'accept' | 'maxBytes'>) => (
  <FileField {...props} accept="image/jpeg,image/png,image/webp,application/pdf" maxBytes={DOCUMENT_MAX_BYTES} />
);
