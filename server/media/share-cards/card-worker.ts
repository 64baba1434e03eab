import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { type CardText, cardSvg } from './card-svg.ts'
import { loadGlyphs } from './glyphs.ts'

/** `mark`: the logo, as SVG. The response is a PNG; `undefined` if the font lacks a letter. */
export type CardRequest = { card: CardText; mark: string }

/** Enough for flat drawings, at a third of the size. */
const COLORS = 128

const [glyphs, wasm] = await Promise.all([
  loadGlyphs(),
  Bun.file(Bun.resolveSync('@resvg/resvg-wasm/index_bg.wasm', import.meta.dir)).arrayBuffer(),
])
await initWasm(wasm)

/** Frees the WebAssembly memory at once. */
function rasterize(svg: string): Uint8Array {
  const drawing = new Resvg(svg)
  const image = drawing.render()
  try {
    return image.asPng()
  } finally {
    image.free()
    drawing.free()
  }
}

addEventListener('message', async ({ data: { card, mark } }: MessageEvent<CardRequest>) => {
  const svg = cardSvg(card, glyphs, mark)
  postMessage(svg && (await new Bun.Image(rasterize(svg)).png({ palette: true, colors: COLORS }).bytes()))
})
postMessage('ready')
