const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text has the form of an id (a UUID, in either case): for addresses that take an id or something else. Without Zod, so that the web shares it. */
export const isId = (text: string): boolean => ID.test(text);
