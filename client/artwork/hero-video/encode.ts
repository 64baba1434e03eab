import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The film's files below a folder of its own. */
export const fileNames = {
  webm: 'hero.webm',
  mp4: 'hero.mp4',
  poster: 'hero.avif',
  /** For phones, in 14 KB: what a connection brings in its first round. */
  posterSmall: 'hero-small.avif',
} as const

const quiet = ['-y', '-loglevel', 'error']
const webm = ['-c:v', 'libvpx-vp9', '-pix_fmt', 'yuv420p', '-crf', '40', '-b:v', '0', '-row-mt', '1', '-cpu-used', '1']
/** The index stands first, so that the film begins before all of it is there. */
const mp4 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-crf', '26', '-preset', 'veryslow', '-movflags', '+faststart']
/** Half the bytes of WebP that looks alike. */
const avif = ['-c:v', 'libaom-av1', '-still-picture', '1', '-pix_fmt', 'yuv420p', '-cpu-used', '2']
const poster = [...avif, '-crf', '34']
const posterSmall = ['-vf', 'scale=760:-2:flags=lanczos', ...avif, '-crf', '40']

/** Feeds bytes to ffmpeg. Rejects where it fails, or is not installed. */
async function ffmpeg(args: string[], inputs: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  const child = spawn('ffmpeg', [...quiet, ...args], { stdio: ['pipe', 'inherit', 'inherit'] })
  const ended = once(child, 'close')
  await once(child, 'spawn')
  for await (const bytes of inputs) if (!child.stdin.write(bytes)) await once(child.stdin, 'drain')
  child.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}.`)
}

/** JPEG pictures, one after the other, as WebM and MP4 in `dir`. */
export const encodeVideo = (frames: AsyncIterable<Uint8Array>, framesPerSecond: number, dir: string) =>
  ffmpeg(
    [
      ...['-f', 'image2pipe', '-framerate', String(framesPerSecond), '-c:v', 'mjpeg', '-i', '-'],
      ...['-an', ...webm, join(dir, fileNames.webm)],
      ...['-an', ...mp4, join(dir, fileNames.mp4)],
    ],
    frames,
  )

/** A PNG picture as AVIF in `dir`, in two sizes. */
export const encodePosters = (picture: Uint8Array, dir: string) =>
  ffmpeg(
    [
      ...['-f', 'png_pipe', '-i', '-'],
      ...[...poster, join(dir, fileNames.poster)],
      ...[...posterSmall, join(dir, fileNames.posterSmall)],
    ],
    [picture],
  )
