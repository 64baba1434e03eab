import { BadRequestError, PayloadTooLargeError, RequestTimeoutError } from './errors.ts'

/** A body that dribbles in must not hold a connection for ever … */
export const BODY_DEADLINE_MS = 10_000
/** … but a picture may come over a slow line: what has arrived buys more time. 64 kB a second. */
const SLOWEST_BYTES_PER_MS = 64

export type BodyLimits = { maxBytes: number; deadlineMs?: number }
type Reader = ReadableStreamDefaultReader<Uint8Array>

/**
 * The whole body, never more than `maxBytes` of it in memory: a longer one is refused as soon as its Content-Length says so,
 * a chunked one as soon as it passes the limit. Throws `PayloadTooLargeError`, `RequestTimeoutError`, or `BadRequestError` where the client went away.
 */
export async function readBytes(request: Request, { maxBytes, deadlineMs = BODY_DEADLINE_MS }: BodyLimits) {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new PayloadTooLargeError(maxBytes)
  const reader = request.body?.getReader()
  if (!reader) return new Uint8Array()
  try {
    return await collect(reader, maxBytes, performance.now() + deadlineMs)
  } catch (error) {
    reader.cancel().catch(() => {})
    throw error
  }
}

async function collect(reader: Reader, maxBytes: number, due: number) {
  const chunks: Uint8Array[] = []
  let size = 0
  const next = () => inTime(readSome(reader), due + size / SLOWEST_BYTES_PER_MS - performance.now())
  for (let chunk = await next(); chunk; chunk = await next()) {
    size += chunk.byteLength
    if (size > maxBytes) throw new PayloadTooLargeError(maxBytes)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** `undefined` at the end. A reader that fails means a connection that broke, or a body that was read before. */
async function readSome(reader: Reader): Promise<Uint8Array | undefined> {
  try {
    return (await reader.read()).value
  } catch {
    throw new BadRequestError()
  }
}

/** Throws `RequestTimeoutError` after `ms`. */
async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new RequestTimeoutError()), Math.max(0, ms))
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
