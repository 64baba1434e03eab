import { HttpError } from './errors.ts'

const FILE_TYPE = 'application/octet-stream'
const CLOSE = { connection: 'close' }

/** `size`: in bytes as announced, 0 while it is unknown. */
export type ReceivedFile = { size: number; bytes: AsyncIterable<Uint8Array> }

/**
 * A body that is a file, for callers that write it to the disk as it arrives and count its bytes. Throws 400, 415, and `tooLarge`
 * as 413 for an announced size above `maxBytes`.
 */
export function receiveFile({ headers, body }: Request, maxBytes: number, tooLarge: string): ReceivedFile {
  if (headers.get('content-type') !== FILE_TYPE)
    throw new HttpError(415, `Please send the bytes of the file as ${FILE_TYPE}.`, CLOSE)
  const size = Number(headers.get('content-length') ?? 0) || 0
  if (size > maxBytes) throw new HttpError(413, tooLarge, CLOSE)
  if (!body) throw new HttpError(400, 'The file is missing.')
  return { size, bytes: chunksOf(body) }
}

/** Throws a 400 where the connection breaks. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { value } = await reader.read().catch(() => {
        throw new HttpError(400, 'This upload could not be read.')
      })
      if (!value) return
      yield value
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}
