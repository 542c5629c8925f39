import { domainToUnicode } from 'node:url';

/** A stored mail address as people read it: the domain in its own script (`info@bücher.example`). */
export const readableAddress = (address: string): string => {
  const at = address.lastIndexOf('@') + 1;
  // Empty for what decodes to nothing.
  return address.slice(0, at) + (domainToUnicode(address.slice(at)) || address.slice(at));
};
