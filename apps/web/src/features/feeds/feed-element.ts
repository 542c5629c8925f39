/** Id of the element a post stands in, so that a purchase can lead back to it. */
export const feedElementId = (feedId: string): string => `post-${feedId}`;
