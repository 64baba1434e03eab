import type * as v from 'valibot'
import { JSON_MAX_BYTES } from '#contract/limits.ts'
import { validate } from '#contract/validate.ts'
import { ValidationError } from '#server/lib/errors.ts'
import { HttpError } from './errors.ts'

const FORM_TYPES = ['multipart/form-data', 'application/x-www-form-urlencoded']
const JSON_MAX_DEPTH = 32
/** Of bodies without files. */
const TEXT_LIMITS: BodyLimits = { maxBytes: JSON_MAX_BYTES }

/**
 * Reads the body as JSON, not validated. Throws `HttpError`, like all functions here. Bodies are read
 * with one of them: Elysia's own parser turns the title `{"a":1}` into an object.
 */
export async function readJson(
  request: Request,
  { maxDepth = JSON_MAX_DEPTH, ...limits }: TextLimits = TEXT_LIMITS,
): Promise<unknown> {
  if (mediaType(request) !== 'application/json') throw new HttpError(415, 'Please send JSON.')
  const parsed = parseJson(await readBytes(request, limits))
  if (isDeeper(parsed, maxDepth)) throw new HttpError(400, 'This JSON is nested too deeply.')
  return parsed
}

/** Reads the body as form fields, multipart or urlencoded. */
export async function readForm(request: Request, limits = TEXT_LIMITS): Promise<FormData> {
  if (!FORM_TYPES.includes(mediaType(request))) throw new HttpError(415, 'Please send a form.')
  const bytes = await readBytes(request, limits)
  try {
    const headers = { 'content-type': request.headers.get('content-type') ?? '' }
    return await new Response(bytes, { headers }).formData()
  } catch {
    throw new HttpError(400, 'This form could not be read.')
  }
}

/** Reads text fields from JSON or a form; of repeated names the last value wins. */
export async function readFields(request: Request, limits = TEXT_LIMITS): Promise<unknown> {
  if (!FORM_TYPES.includes(mediaType(request))) return readJson(request, limits)
  return Object.fromEntries(await readForm(request, limits))
}

const mediaType = ({ headers }: Request) =>
  (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new HttpError(400, 'This is not valid JSON.')
  }
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1)))

/** The deadline of a body … */
const BODY_DEADLINE_MS = 10_000
/** … is extended by what has arrived, for large images over slow connections: 64 kB per second. */
const SLOWEST_BYTES_PER_MS = 64

export type BodyLimits = { maxBytes: number; deadlineMs?: number }
/** Of JSON. */
export type TextLimits = BodyLimits & { maxDepth?: number }

/**
 * Reads the whole body, at most `maxBytes`: a longer one is rejected by its Content-Length, a chunked one as soon as it passes the
 * limit. The rest of a body that is too large or late is not read, so the connection closes.
 */
export async function readBytes(request: Request, { maxBytes, deadlineMs = BODY_DEADLINE_MS }: BodyLimits) {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const reader = request.body?.getReader()
  if (!reader) return new Uint8Array()
  const due = performance.now() + deadlineMs
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { value } = await inTime(() => reader.read(), due + size / SLOWEST_BYTES_PER_MS - performance.now())
      if (!value) return new Uint8Array(Buffer.concat(chunks))
      size += value.byteLength
      if (size > maxBytes) throw tooLarge(maxBytes)
      chunks.push(value)
    }
  } catch (error) {
    reader.cancel().catch(() => {})
    // The connection broke.
    throw error instanceof HttpError ? error : new HttpError(400, 'This request could not be read.')
  }
}

const CLOSE = { connection: 'close' }
const MB = 1024 * 1024

function tooLarge(maxBytes: number): HttpError {
  const size = maxBytes >= MB ? `${Math.floor(maxBytes / MB)} MB` : `${Math.floor(maxBytes / 1024)} kB`
  return new HttpError(413, `This is too large: at most ${size} can be sent.`, CLOSE)
}

/** Throws a 408 after `ms`; at once if none are left, because a timer may wait behind chunks that keep arriving. */
async function inTime<T>(work: () => Promise<T>, ms: number): Promise<T> {
  const tooLate = () => new HttpError(408, 'The request took too long to arrive. Please try again.', CLOSE)
  if (ms <= 0) throw tooLate()
  const deadline = Promise.withResolvers<never>()
  const timer = setTimeout(() => deadline.reject(tooLate()), ms)
  try {
    return await Promise.race([work(), deadline.promise])
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

/** The query parameters. The last value of a repeated one counts. */
export const queryOf = ({ url }: Request): Record<string, string> => Object.fromEntries(new URL(url).searchParams)

/** The same without parameters of an empty value. */
export const filledQueryOf = ({ url }: Request): Record<string, string> =>
  Object.fromEntries([...new URL(url).searchParams].filter(([, value]) => value !== ''))
