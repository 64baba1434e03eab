import type * as v from 'valibot'
import { validate } from '#contract/validate.ts'
import { ValidationError } from '#server/lib/errors.ts'
import { BadRequestError, PayloadTooLargeError, RequestTimeoutError, UnsupportedMediaTypeError } from './errors.ts'

const JSON_TYPES = ['application/json']
const FORM_TYPES = ['multipart/form-data', 'application/x-www-form-urlencoded']
const JSON_MAX_DEPTH = 32

/**
 * Reads the body as JSON, not validated. Throws `UnsupportedMediaTypeError`, `BadRequestError` or what `readBytes` throws. Every
 * route reads its body here (`parse: 'none'`): Elysia's own parser turns the title `{"a":1}` into an object.
 */
export async function readJson(request: Request, limits: BodyLimits): Promise<unknown> {
  if (!JSON_TYPES.includes(mediaType(request))) throw new UnsupportedMediaTypeError('Please send JSON.')
  return parseJson(await readBytes(request, limits))
}

/**
 * Reads the body as form fields, multipart or urlencoded. Throws `UnsupportedMediaTypeError`, `BadRequestError` or what `readBytes`
 * throws.
 */
export async function readForm(request: Request, limits: BodyLimits): Promise<FormData> {
  if (!FORM_TYPES.includes(mediaType(request))) throw new UnsupportedMediaTypeError('Please send a form.')
  return parseForm(await readBytes(request, limits), request.headers.get('content-type') ?? '')
}

/** Reads text fields from JSON or a form; of repeated names the last value wins. */
export async function readFields(request: Request, limits: BodyLimits): Promise<unknown> {
  if (!FORM_TYPES.includes(mediaType(request))) return readJson(request, limits)
  return Object.fromEntries(await readForm(request, limits))
}

const mediaType = ({ headers }: Request) =>
  (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

function parseJson(bytes: Uint8Array): unknown {
  if (depthOf(bytes) > JSON_MAX_DEPTH) throw new BadRequestError('This JSON is nested too deeply.')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new BadRequestError('This is not valid JSON.')
  }
}

async function parseForm(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw new BadRequestError('This form could not be read.')
  }
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\[]{}')

/** The nesting depth of lists and objects, measured before anything is parsed. */
function depthOf(bytes: Uint8Array): number {
  let depth = 0
  let deepest = 0
  let inText = false
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]
    if (inText && byte === BACKSLASH) i++
    else if (byte === QUOTE) inText = !inText
    else if (inText) continue
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) deepest = Math.max(deepest, ++depth)
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--
  }
  return deepest
}

/** The deadline of a body … */
export const BODY_DEADLINE_MS = 10_000
/** … is extended by what has arrived, for large images over slow connections: 64 kB per second. */
const SLOWEST_BYTES_PER_MS = 64

export type BodyLimits = { maxBytes: number; deadlineMs?: number }
type Reader = ReadableStreamDefaultReader<Uint8Array>

/**
 * Reads the whole body, at most `maxBytes`: a longer one is rejected by its Content-Length, a chunked one as soon as it passes the
 * limit. Throws `PayloadTooLargeError`, `RequestTimeoutError`, or `BadRequestError` if the client disconnects.
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

/** `undefined` at the end. The reader fails if the connection broke or the body was read before. */
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

/** Returns the validated output of the schema. Throws `ValidationError`, which never repeats the input. */
export function parseOrThrow<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = validate(schema, input)
  if (!result.ok) throw new ValidationError(result.errors)
  return result.value
}
