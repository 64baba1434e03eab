/** Bodies are read here and nowhere else (routes say `parse: 'none'`): Elysia's own parsing turns `{"a":1}` in a title into an object. */

import { BadRequestError, UnsupportedMediaTypeError } from './errors.ts'
import { type BodyLimits, readBytes } from './read-bytes.ts'

const JSON_TYPES = ['application/json']
const FORM_TYPES = ['multipart/form-data', 'application/x-www-form-urlencoded']
const JSON_MAX_DEPTH = 32

/** The body as JSON; what it holds is for a schema to say. Throws `UnsupportedMediaTypeError`, `BadRequestError` or what `readBytes` throws. */
export async function readJson(request: Request, limits: BodyLimits): Promise<unknown> {
  if (!JSON_TYPES.includes(mediaType(request))) throw new UnsupportedMediaTypeError('Please send JSON.')
  return parseJson(await readBytes(request, limits))
}

/** The body as form fields, multipart or urlencoded. Throws `UnsupportedMediaTypeError`, `BadRequestError` or what `readBytes` throws. */
export async function readForm(request: Request, limits: BodyLimits): Promise<FormData> {
  if (!FORM_TYPES.includes(mediaType(request))) throw new UnsupportedMediaTypeError('Please send a form.')
  return parseForm(await readBytes(request, limits), request.headers.get('content-type') ?? '')
}

/** For calls that take a few text fields either way: JSON, or a form whose repeated names keep their last value. */
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

/** How deep lists and objects nest, brackets inside texts aside; one pass over the bytes, before anything is built from them. */
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
