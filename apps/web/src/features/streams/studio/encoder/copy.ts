/** Copies a text. @returns false where the browser refuses */
export const copy = (text: string): Promise<boolean> =>
  // Without a secure address there is no clipboard.
  (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
    () => true,
    () => false,
  );
