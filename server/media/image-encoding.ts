import { join } from 'node:path'

/** An image as it is written. `quality`: of WebP and JPEG. */
export type EncodedAs = { width: number; height: number; format: 'webp' | 'jpeg' | 'png'; quality: number }

export const IMAGE_MAX_PIXELS = 50_000_000

/** Without metadata, in a thread of this process. Throws the errors of `Bun.Image`. */
export function encodeHere(bytes: Uint8Array, { width, height, format, quality }: EncodedAs): Promise<Uint8Array> {
  const image = new Bun.Image(bytes, { maxPixels: IMAGE_MAX_PIXELS }).resize(width, height)
  if (format === 'png') return image.png().bytes()
  return (format === 'webp' ? image.webp({ quality }) : image.jpeg({ quality })).bytes()
}

/** The image takes more processor time than any should. */
export class DecodeLimitError extends Error {}

/** The exit codes of the process. Any other one is that of an image that cannot be decoded. */
export const EXIT_TOO_LONG = 3
export const EXIT_TOO_MANY_PIXELS = 4

export type EncodeRequest = EncodedAs & { cpuLimitMs: number }

const PROCESS = join(import.meta.dir, 'encode-process.ts')

/**
 * The same in a process of its own, which ends once it has used `cpuLimitMs` of processor time: a decoder cannot be stopped within a
 * process. Throws `DecodeLimitError`, and errors with the codes of `Bun.Image`.
 */
export async function encodeApart(bytes: Uint8Array, request: EncodeRequest): Promise<Uint8Array> {
  const child = Bun.spawn([process.execPath, PROCESS, JSON.stringify(request)], {
    stdin: bytes,
    stdout: 'pipe',
    stderr: 'ignore',
    // No secrets of the site.
    env: {},
  })
  const [encoded, exitCode] = await Promise.all([new Response(child.stdout).bytes(), child.exited])
  if (exitCode === 0) return encoded
  if (exitCode === EXIT_TOO_LONG) throw new DecodeLimitError()
  const code = exitCode === EXIT_TOO_MANY_PIXELS ? 'ERR_IMAGE_TOO_MANY_PIXELS' : 'ERR_IMAGE_DECODE_FAILED'
  throw Object.assign(new Error('The image cannot be decoded.'), { code })
}
