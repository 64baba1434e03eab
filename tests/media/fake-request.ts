import { afterEach } from 'bun:test'

const real = globalThis.XMLHttpRequest
afterEach(() => {
  globalThis.XMLHttpRequest = real
})

/** Replaces XMLHttpRequest by one that reports half of the upload, then asks `fetch` (see `answering`). */
export function requestsThroughFetch(): void {
  class FakeRequest {
    upload: { onprogress?: (event: object) => void } = {}
    onload = () => {}
    onerror = () => {}
    status = 0
    responseText = ''
    private response: Response | undefined
    private path = ''
    private init: RequestInit & { headers: Record<string, string> } = { headers: {} }
    open(method: string, path: string) {
      this.path = path
      this.init.method = method
    }
    setRequestHeader(name: string, value: string) {
      this.init.headers[name] = value
    }
    getResponseHeader(name: string) {
      return this.response?.headers.get(name) ?? null
    }
    async send(body: FormData) {
      this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 })
      try {
        this.response = await fetch(this.path, { ...this.init, body })
        this.status = this.response.status
        this.responseText = await this.response.text()
        this.onload()
      } catch {
        this.onerror()
      }
    }
  }
  Object.assign(globalThis, { XMLHttpRequest: FakeRequest })
}
