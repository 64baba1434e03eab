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

async function render({ card, mark }: CardRequest): Promise<Uint8Array | undefined> {
  const svg = cardSvg(card, glyphs, mark)
  return svg === undefined ? undefined : new Bun.Image(rasterize(svg)).png({ palette: true, colors: COLORS }).bytes()
}

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

addEventListener('message', async ({ data }: MessageEvent<CardRequest>) => postMessage(await render(data)))
postMessage('ready')
