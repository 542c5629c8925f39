/** A request with files as `XMLHttpRequest` sent it. */
export interface Upload {
  method: string;
  address: URL;
  form: FormData;
  headers: Headers;
}

/**
 * Makes a class that stands for `XMLHttpRequest`, which sends files: fetch reports no progress. It reports half of an upload as sent as soon
 * as it begins, and the whole when the answer comes.
 *
 * @param answer answers an upload, or throws as without a network
 */
export const uploadsTo = (answer: (upload: Upload) => Promise<Response>): typeof XMLHttpRequest => {
  class UploadDouble {
    status = 0;
    responseText = '';
    onload: (() => void) | null = null;
    onerror: (() => void) | null = null;
    onabort: (() => void) | null = null;
    onloadend: (() => void) | null = null;
    readonly upload: { onprogress: ((event: { lengthComputable: boolean; loaded: number; total: number }) => void) | null } = {
      onprogress: null,
    };
    readonly #headers = new Headers();
    #method = '';
    #address = '';
    #isAborted = false;

    open(method: string, address: string): void {
      this.#method = method;
      this.#address = address;
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value);
    }

    send(form: FormData): void {
      void this.#send(form);
    }

    abort(): void {
      this.#isAborted = true;
      this.onabort?.();
      this.onloadend?.();
    }

    async #send(form: FormData): Promise<void> {
      this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 });
      const address = new URL(this.#address, location.origin);
      const response = await answer({ method: this.#method, address, form, headers: this.#headers }).catch(() => null);
      if (this.#isAborted) return;
      if (response) {
        this.status = response.status;
        this.responseText = await response.text();
        this.upload.onprogress?.({ lengthComputable: true, loaded: 2, total: 2 });
        this.onload?.();
      } else this.onerror?.();
      this.onloadend?.();
    }
  }
  return UploadDouble as unknown as typeof XMLHttpRequest;
};
