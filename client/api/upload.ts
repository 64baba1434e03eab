import { CANNOT_SAVE_HEADER } from '#contract/other-replica.ts'
import { type AdminCall, adminCall } from './admin-http.ts'

/** Sends a form, or a file alone, and reports the share that is sent, from 0 to 1; `fetch` cannot. Throws `ApiError` like `call`. */
export const upload = (
  path: string,
  form: FormData | Blob,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<Response> => {
  const { location, localStorage, sessionStorage } = window
  const wanted: AdminCall = { method: 'POST', form, bearer: true, ...(signal && { signal }) }
  return adminCall(path, wanted, { fetch: sendWithProgress(onProgress), location, localStorage, sessionStorage })
}

const sendWithProgress =
  (onProgress: (share: number) => void) =>
  (path: string, { method = 'GET', headers, body, signal }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, path)
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        if (lengthComputable) onProgress(loaded / total)
      }
      request.onload = () => {
        const { responseText, status } = request
        const cannotSave = request.getResponseHeader(CANNOT_SAVE_HEADER)
        resolve(new Response(responseText, { status, headers: cannotSave ? { [CANNOT_SAVE_HEADER]: cannotSave } : {} }))
      }
      request.onerror = () => reject(new TypeError('The request failed.'))
      request.onabort = request.onerror
      signal?.addEventListener('abort', () => request.abort())
      request.send(body instanceof FormData || body instanceof Blob ? body : null)
    })
