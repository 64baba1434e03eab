import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { type CardText, cardSvg } from './card-svg.ts'
import { type Cover, coverSvg } from './cover-svg.ts'
import { loadGlyphs } from './glyphs.ts'

/**
 * A card is a PNG, or `undefined` if the font lacks a letter; `mark`: the logo, as SVG. A cover of this width in pixels is a WebP.
 */
export type CardRequest = { card: CardText; mark: string } | { cover: Cover; width: number }

/** Enough for flat drawings, at a third of the size. */
const COLORS = 128

const [glyphs, wasm] = await Promise.all([
  loadGlyphs(),
  Bun.file(Bun.resolveSync('@resvg/resvg-wasm/index_bg.wasm', import.meta.dir)).arrayBuffer(),
])
await initWasm(wasm)

/** Frees the WebAssembly memory at once. */
function rasterize(svg: string, width?: number): Uint8Array {
  const drawing = new Resvg(svg, width === undefined ? {} : { fitTo: { mode: 'width', value: width } })
  const image = drawing.render()
  try {
    return image.asPng()
  } finally {
    image.free()
    drawing.free()
  }
}

async function renderCard(card: CardText, mark: string): Promise<Uint8Array | undefined> {
  const svg = cardSvg(card, glyphs, mark)
  return svg === undefined ? undefined : new Bun.Image(rasterize(svg)).png({ palette: true, colors: COLORS }).bytes()
}

/** Lossless is smaller than any other quality for flat drawings. */
const renderCover = (cover: Cover, width: number): Promise<Uint8Array> =>
  new Bun.Image(rasterize(coverSvg(cover), width)).webp({ lossless: true }).bytes()

addEventListener('message', async ({ data }: MessageEvent<CardRequest>) =>
  postMessage(await ('cover' in data ? renderCover(data.cover, data.width) : renderCard(data.card, data.mark))),
)
postMessage('ready')
