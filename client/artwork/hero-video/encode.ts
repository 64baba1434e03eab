import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The names of the files of each cut. */
export const fileNames = {
  wide: {
    webm: 'hero.webm',
    /** For screens with two pixels per point. Browsers without WebM get the MP4 of the usual size. */
    webmSharp: 'hero-sharp.webm',
    mp4: 'hero.mp4',
    poster: 'hero.avif',
  },
  phone: {
    webmPhone: 'hero.webm',
    mp4Phone: 'hero.mp4',
    /** 14 KB: what a connection transfers in its first round trip. */
    posterSmall: 'hero.avif',
  },
} as const

/** Wide, or upright for phones. */
export type Cut = 'wide' | 'phone'

const quiet = ['-y', '-loglevel', 'error']
const vp9 = ['-c:v', 'libvpx-vp9', '-pix_fmt', 'yuv420p', '-b:v', '0', '-row-mt', '1', '-cpu-used', '4']
const webm = [...vp9, '-crf', '46']
/** Of more pixels, which hide more of the compression. */
const webmSharp = [...vp9, '-crf', '49']
const webmDense = [...vp9, '-crf', '45']
/** The index comes first, so that playback starts before the download ends. */
const h264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-preset', 'slow', '-movflags', '+faststart']
const mp4 = [...h264, '-crf', '30']
const mp4Dense = [...h264, '-crf', '30']
/** Half the size of WebP at similar quality. */
const avif = ['-c:v', 'libaom-av1', '-still-picture', '1', '-pix_fmt', 'yuv420p', '-cpu-used', '2']
const scaled = (width: number) => ['-vf', `scale=${width}:-2:flags=lanczos`]
/** The width of the file for usual screens. */
const WIDTH = 1280
const poster = [...scaled(WIDTH), ...avif, '-crf', '46']
const posterSmall = [...scaled(576), ...avif, '-crf', '49']

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

const output = (dir: string, name: string, options: string[]) => ['-an', ...options, join(dir, name)]

/** Encodes a sequence of JPEG frames of a cut as WebM and MP4 in `dir`. */
export const encodeVideo = (frames: AsyncIterable<Uint8Array>, framesPerSecond: number, cut: Cut, dir: string) =>
  ffmpeg(
    [
      ...['-f', 'image2pipe', '-framerate', String(framesPerSecond), '-c:v', 'mjpeg', '-i', '-'],
      ...(cut === 'wide'
        ? [
            ...output(dir, fileNames.wide.webm, [...scaled(WIDTH), ...webm]),
            ...output(dir, fileNames.wide.webmSharp, webmSharp),
            ...output(dir, fileNames.wide.mp4, [...scaled(WIDTH), ...mp4]),
          ]
        : [...output(dir, fileNames.phone.webmPhone, webmDense), ...output(dir, fileNames.phone.mp4Phone, mp4Dense)]),
    ],
    frames,
  )

/** Encodes a PNG image of a cut as AVIF in `dir`. */
export const encodePoster = (picture: Uint8Array, cut: Cut, dir: string) =>
  ffmpeg(
    [
      ...['-f', 'png_pipe', '-i', '-'],
      ...(cut === 'wide'
        ? output(dir, fileNames.wide.poster, poster)
        : output(dir, fileNames.phone.posterSmall, posterSmall)),
    ],
    [picture],
  )
