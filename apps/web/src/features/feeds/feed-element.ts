/** Id of a post's element, so that a purchase can lead back to it. */
export const feedElementId = (feedId: string): string => `post-${feedId}`;
