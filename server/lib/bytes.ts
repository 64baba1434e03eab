import * as v from 'valibot'

/** The contents of a file; `null`: there is no file. */
export type FileBytes = Uint8Array | null

/** The contents of a file in JSON; `null`: there is no file. */
export const BytesSchema = v.nullable(
  v.pipe(
    v.string(),
    v.transform((text): Uint8Array => Buffer.from(text, 'base64')),
  ),
)

/** The JSON form of `BytesSchema`. */
export const encodeBytes = (bytes: Uint8Array | null) => bytes?.toBase64() ?? null

export const isSameBytes = (a: Uint8Array | null, b: Uint8Array | null) =>
  a === null || b === null ? a === b : Buffer.compare(a, b) === 0

/** The bytes of a file that is written as text or bytes, or deleted. */
export const bytesOf = ({ data }: { data: string | Uint8Array | null }): Uint8Array | null =>
  typeof data === 'string' ? new TextEncoder().encode(data) : data
