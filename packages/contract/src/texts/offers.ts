import type { OfferFault } from '../errors.ts';
import { type Text, texts } from './text.ts';

/** Causes of refused WHIP and WHEP offers, for encoders and players that aren't web pages. */
export const offerTexts = texts({
  'errors.LIVE_OFFER_INVALID.unreadable': {
    en: 'The request has no SDP offer.',
    es: 'La petición no contiene una oferta SDP.',
  },
  'errors.LIVE_OFFER_INVALID.refused': {
    en: 'This offer can’t be answered. Send a WebRTC offer with ICE and DTLS for H.264 video and Opus audio.',
    es: 'No se puede responder a esta oferta. Envía una oferta WebRTC con ICE y DTLS para vídeo H.264 y audio Opus.',
  },
  'errors.LIVE_OFFER_INVALID.noMedia': {
    en: 'The offer has neither video nor audio.',
    es: 'La oferta no contiene vídeo ni audio.',
  },
  'errors.LIVE_OFFER_INVALID.sendsNothing': {
    en: 'The offer sends nothing. To publish, offer video and audio as sendonly.',
    es: 'La oferta no envía nada. Para emitir, ofrece vídeo y audio como sendonly.',
  },
  'errors.LIVE_OFFER_INVALID.receivesNothing': {
    en: 'The offer receives nothing. To watch, offer video and audio as recvonly.',
    es: 'La oferta no recibe nada. Para ver el directo, ofrece vídeo y audio como recvonly.',
  },
  'errors.LIVE_OFFER_INVALID.twoVideos': {
    en: 'The offer has several video tracks. Offer one.',
    es: 'La oferta tiene varias pistas de vídeo. Ofrece una sola.',
  },
  'errors.LIVE_OFFER_INVALID.twoAudios': {
    en: 'The offer has several audio tracks. Offer one.',
    es: 'La oferta tiene varias pistas de audio. Ofrece una sola.',
  },
  'errors.LIVE_OFFER_INVALID.noH264': {
    en: 'The offer’s video is {{codecs}}. Choose H.264 as the video codec.',
    es: 'El vídeo de la oferta es {{codecs}}. Elige H.264 como códec de vídeo.',
  },
  'errors.LIVE_OFFER_INVALID.noOpus': {
    en: 'The offer’s audio is {{codecs}}. Choose Opus as the audio codec.',
    es: 'El audio de la oferta es {{codecs}}. Elige Opus como códec de audio.',
  },
  'errors.LIVE_OFFER_INVALID.noFingerprint': {
    en: 'The offer has no DTLS fingerprint (a=fingerprint).',
    es: 'La oferta no tiene huella DTLS (a=fingerprint).',
  },
  'errors.LIVE_OFFER_INVALID.noMid': {
    en: 'A section of the offer has no identifier (a=mid).',
    es: 'Una sección de la oferta no tiene identificador (a=mid).',
  },
  'errors.LIVE_OFFER_INVALID.noBundle': {
    en: 'Video and audio must share one transport: offer them in one bundle (a=group:BUNDLE).',
    es: 'El vídeo y el audio deben compartir un transporte: ofrécelos en un solo grupo (a=group:BUNDLE).',
  },
} satisfies Record<`errors.LIVE_OFFER_INVALID.${OfferFault | 'refused'}`, Text>);
