import { BadRequest, TooLarge, TooSlow } from './refusals.ts'

/** A body that dribbles in must not hold a connection for ever. */
export const BODY_DEADLINE_MS = 10_000

export type BodyLimits = { maxBytes: number; deadlineMs?: number }

/**
 * The whole body, never more than `maxBytes` of it in memory: a longer one is refused as soon as its Content-Length says so,
 * a chunked one as soon as it passes the limit. Throws `TooLarge`, `TooSlow`, or `BadRequest` where the client went away.
 */
export async function readBytes(request: Request, { maxBytes, deadlineMs = BODY_DEADLINE_MS }: BodyLimits) {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new TooLarge(maxBytes)
  const reader = request.body?.getReader()
  if (!reader) return new Uint8Array()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new TooSlow()), deadlineMs)
  late.promise.catch(() => {})
  try {
    return await collect(() => Promise.race([readSome(reader), late.promise]), maxBytes)
  } catch (error) {
    reader.cancel().catch(() => {})
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function collect(next: () => Promise<Uint8Array | undefined>, maxBytes: number) {
  const chunks: Uint8Array[] = []
  let size = 0
  for (let chunk = await next(); chunk; chunk = await next()) {
    size += chunk.byteLength
    if (size > maxBytes) throw new TooLarge(maxBytes)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** `undefined` at the end. A reader that fails means a connection that broke, or a body that was read before. */
async function readSome(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | undefined> {
  try {
    return (await reader.read()).value
  } catch {
    throw new BadRequest()
  }
}
