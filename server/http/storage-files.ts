import { realpathSync } from 'node:fs'
import { Elysia } from 'elysia'
import { NotFoundError } from '#server/lib/errors.ts'
import { byteRange } from './byte-range.ts'
import { isFresh, rangeHolds } from './conditional.ts'
import { HttpError } from './errors.ts'
import { IMMUTABLE, storageHeaders } from './headers.ts'
import { otherMethods } from './method-not-allowed.ts'
import { type StoredFile, storedFile } from './stored-file.ts'
import { isDocument, isNamedByContent, typeOf } from './stored-types.ts'

class RangeNotSatisfiableError extends HttpError {
  readonly status = 416
  constructor(size: number) {
    super('This part of the file does not exist.', { 'content-range': `bytes */${size}` })
  }
}

/** GET and HEAD /storage/*: the files under `dir`, which exists (decision 16). Throws `NotFoundError` for everything else. */
export function storageFiles(dir: string) {
  const root = realpathSync(dir)
  const answer = async ({ request, params }: { request: Request; params: { '*': string } }) => {
    const found = await storedFile(root, params['*'])
    if (!found) throw new NotFoundError()
    return answerTo(request, found)
  }
  return new Elysia({ name: 'storage-files' }).get('/storage/*', answer).use(otherMethods({ '/storage/*': ['GET'] }))
}

function answerTo(request: Request, found: StoredFile): Response {
  const headers = headersOf(found)
  if (isFresh(request.headers, found)) return new Response(null, { status: 304, headers })
  const range = rangeOf(request, found)
  if (range === 'unsatisfiable') throw new RangeNotSatisfiableError(found.size)
  const file = Bun.file(found.file)
  if (!range) return new Response(file, { headers })
  const part = `bytes ${range.start}-${range.end - 1}/${found.size}`
  return new Response(file.slice(range.start, range.end), {
    status: 206,
    headers: { ...headers, 'content-range': part },
  })
}

/** A range is asked of a GET only (RFC 9110 §14.2), and only of the file that the browser began with. */
const rangeOf = ({ method, headers }: Request, found: StoredFile) =>
  method === 'GET' && rangeHolds(headers, found) ? byteRange(headers.get('range'), found.size) : undefined

const headersOf = ({ path, etag, modified }: StoredFile): Record<string, string> => ({
  ...storageHeaders,
  'content-type': typeOf(path) ?? 'application/octet-stream',
  'cache-control': isNamedByContent(path) ? IMMUTABLE : 'no-cache',
  'accept-ranges': 'bytes',
  'last-modified': modified.toUTCString(),
  etag,
  ...(isDocument(path) ? { 'content-disposition': 'attachment' } : {}),
})
