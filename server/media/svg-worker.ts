import { initWasm, Resvg } from '@resvg/resvg-wasm'

/** `problem`: why a drawing is not shown. */
export type RasterizedSvg = { png: Uint8Array } | { problem: string }
export type SvgRequest = { svg: string; maxPixels: number }

await initWasm(await Bun.file(Bun.resolveSync('@resvg/resvg-wasm/index_bg.wasm', import.meta.dir)).arrayBuffer())

/** Nothing outside of the drawing is read: resvg asks for such images, and gets none. */
function rasterize({ svg, maxPixels }: SvgRequest): RasterizedSvg {
  let drawing: InstanceType<typeof Resvg> | undefined
  try {
    drawing = new Resvg(svg)
    if (!(drawing.width * drawing.height <= maxPixels)) return { problem: 'it is a drawing of more than 50 megapixels' }
    const image = drawing.render()
    try {
      return { png: image.asPng() }
    } finally {
      image.free()
    }
  } catch {
    return { problem: 'it is a drawing (SVG) that cannot be read' }
  } finally {
    drawing?.free()
  }
}

self.onmessage = ({ data }: MessageEvent<SvgRequest>) => postMessage(rasterize(data))
postMessage('ready')
