// Constants of the media server's settings without Zod, so that the web shares them.

/** How the server asks for tokens: signed ones (JWT), or ones of its own that are used once. */
export const MEDIA_SERVER_TOKENS = ['jwt', 'once'] as const;
export type MediaServerTokens = (typeof MEDIA_SERVER_TOKENS)[number];

/** The checks of a media server, in the order in which they are shown. The last three are addresses of the settings. */
export const MEDIA_SERVER_SUBJECTS = [
  'address',
  'rest',
  'version',
  'play',
  'cors',
  'publish',
  'hook',
  'viewerURL',
  'subscriberUrl',
  'publisherURL',
] as const;
export type MediaServerSubject = (typeof MEDIA_SERVER_SUBJECTS)[number];

/** The reasons why a check fails; `validation.<reason>` says what to do. */
export const MEDIA_SERVER_PROBLEMS = [
  'mediaServerAddress',
  'mediaInsecure',
  'mediaNoServer',
  'mediaTls',
  'mediaCors',
  'mediaServerForeign',
  'mediaServerKey',
  'mediaServerApp',
  'mediaServerOld',
  'mediaServerPlaysOpen',
  'mediaServerPlay',
  'mediaServerSocket',
  'mediaServerPublishOpen',
  'mediaServerPublish',
  'mediaServerHook',
  'mediaServerOther',
] as const;
export type MediaServerProblem = (typeof MEDIA_SERVER_PROBLEMS)[number];
