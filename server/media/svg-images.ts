import { IMAGE_MAX_BYTES } from '#contract/limits.ts'
import { createWorkerClient, WorkerMemoryError, WorkerTimeoutError } from '#server/lib/worker-client.ts'
import type { RasterizedSvg, SvgRequest } from './svg-worker.ts'

const MAX_PIXELS = 50_000_000
/** A drawing is text: longer ones hold photos. */
const SVG_MAX_BYTES = 2_000_000
const IDLE_MS = 5_000
/** Of CPU time. */
const TIME_LIMIT_MS = 5_000
const MEMORY_LIMIT_BYTES = 800_000_000

/** Starts with the first drawing, and ends when it is idle. */
const worker = createWorkerClient<SvgRequest, RasterizedSvg>({
  url: new URL('./svg-worker.ts', import.meta.url),
  idleMs: IDLE_MS,
  timeLimitMs: TIME_LIMIT_MS,
  memoryLimitBytes: MEMORY_LIMIT_BYTES,
})

/** A drawing as PNG, because pages show no SVG; or why it is not shown. Nothing outside of the file is read. */
export async function rasterizeSvg(file: Blob): Promise<RasterizedSvg> {
  if (file.size > SVG_MAX_BYTES) return { problem: 'it is a drawing (SVG) of more than 2 MB' }
  const svg = await file.text()
  const result = await worker.request({ svg, maxPixels: MAX_PIXELS }).catch((error): RasterizedSvg => {
    if (error instanceof WorkerTimeoutError) return { problem: 'it is a drawing (SVG) that takes more than 5 s' }
    if (error instanceof WorkerMemoryError) return { problem: 'it is a drawing (SVG) that takes too much memory' }
    throw error
  })
  const isTooLarge = 'png' in result && result.png.length > IMAGE_MAX_BYTES
  return isTooLarge ? { problem: 'it is larger than 10 MB' } : result
}
