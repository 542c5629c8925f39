/** Where the site itself serves live media: in front of `/{application}/streams/…` of playback addresses. */
export const mediaUrlOf = (publicUrl: string): string => `${publicUrl}/media`;
