import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The paths of the video's files inside its folder. */
export const fileNames = {
  webm: 'hero.webm',
  mp4: 'hero.mp4',
  poster: 'hero.avif',
  /** For phones, 14 KB: what a connection transfers in its first round trip. */
  posterSmall: 'hero-small.avif',
} as const

const quiet = ['-y', '-loglevel', 'error']
const webm = ['-c:v', 'libvpx-vp9', '-pix_fmt', 'yuv420p', '-crf', '40', '-b:v', '0', '-row-mt', '1', '-cpu-used', '1']
/** The index comes first, so that playback starts before the download ends. */
const mp4 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-crf', '26', '-preset', 'veryslow', '-movflags', '+faststart']
/** Half the size of WebP at similar quality. */
const avif = ['-c:v', 'libaom-av1', '-still-picture', '1', '-pix_fmt', 'yuv420p', '-cpu-used', '2']
const poster = [...avif, '-crf', '34']
const posterSmall = ['-vf', 'scale=760:-2:flags=lanczos', ...avif, '-crf', '40']

/** Pipes bytes to ffmpeg. Rejects when it fails or is not installed. */
async function ffmpeg(args: string[], inputs: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  const child = spawn('ffmpeg', [...quiet, ...args], { stdio: ['pipe', 'inherit', 'inherit'] })
  const ended = once(child, 'close')
  await once(child, 'spawn')
  for await (const bytes of inputs) if (!child.stdin.write(bytes)) await once(child.stdin, 'drain')
  child.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}.`)
}

/** Encodes a sequence of JPEG frames as WebM and MP4 in `dir`. */
export const encodeVideo = (frames: AsyncIterable<Uint8Array>, framesPerSecond: number, dir: string) =>
  ffmpeg(
    [
      ...['-f', 'image2pipe', '-framerate', String(framesPerSecond), '-c:v', 'mjpeg', '-i', '-'],
      ...['-an', ...webm, join(dir, fileNames.webm)],
      ...['-an', ...mp4, join(dir, fileNames.mp4)],
    ],
    frames,
  )

/** Encodes a PNG image as AVIF in `dir`, in two sizes. */
export const encodePosters = (picture: Uint8Array, dir: string) =>
  ffmpeg(
    [
      ...['-f', 'png_pipe', '-i', '-'],
      ...[...poster, join(dir, fileNames.poster)],
      ...[...posterSmall, join(dir, fileNames.posterSmall)],
    ],
    [picture],
  )
