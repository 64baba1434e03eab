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
    private path = ''
    private init: RequestInit & { headers: Record<string, string> } = { headers: {} }
    open(method: string, path: string) {
      this.path = path
      this.init.method = method
    }
    setRequestHeader(name: string, value: string) {
      this.init.headers[name] = value
    }
    async send(body: FormData) {
      this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 })
      try {
        const response = await fetch(this.path, { ...this.init, body })
        this.status = response.status
        this.responseText = await response.text()
        this.onload()
      } catch {
        this.onerror()
      }
    }
  }
  Object.assign(globalThis, { XMLHttpRequest: FakeRequest })
}
