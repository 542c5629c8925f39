/** The part of libheif's C interface that is used here. Numbers are addresses in the module's memory. */
declare module 'libheif-js/wasm-bundle.js' {
  interface Heif {
    /** Replaced whenever the memory grows. */
    readonly HEAPU8: Uint8Array;
    _malloc(bytes: number): number;
    _heif_context_alloc(): number;
    _heif_context_read_from_memory(error: number, context: number, data: number, bytes: number, options: number): void;
    _heif_context_get_primary_image_handle(error: number, context: number, handle: number): void;
    _heif_image_handle_get_width(handle: number): number;
    _heif_image_handle_get_height(handle: number): number;
    _heif_image_handle_has_alpha_channel(handle: number): number;
    _heif_image_handle_get_raw_color_profile_size(handle: number): number;
    _heif_image_handle_get_raw_color_profile(error: number, handle: number, data: number): void;
    _heif_decoding_options_alloc(): number;
    _heif_decode_image(error: number, handle: number, image: number, colorspace: number, chroma: number, options: number): void;
    _heif_image_get_plane_readonly2(image: number, channel: number, stride: number): number;
    _heif_image_get_width(image: number, channel: number): number;
    _heif_image_get_height(image: number, channel: number): number;
  }
  const heif: Heif;
  export default heif;
}
