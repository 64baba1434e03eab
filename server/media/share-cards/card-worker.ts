import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { type CardText, cardSvg, coverSvg } from './card-svg.ts'
import { loadGlyphs } from './glyphs.ts'

/**
 * `mark`: the logo, as SVG. The response is a PNG, or `undefined` if the font lacks a letter; with `coverWidth`, it is the
 * cover of that width in pixels, as WebP.
 */
export type CardRequest = { card: CardText; mark: string; coverWidth?: number }

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

async function renderCard({ card, mark }: CardRequest): Promise<Uint8Array | undefined> {
  const svg = cardSvg(card, glyphs, mark)
  return svg === undefined ? undefined : new Bun.Image(rasterize(svg)).png({ palette: true, colors: COLORS }).bytes()
}

/** Lossless is smaller than any other quality for flat drawings. */
const renderCover = ({ card, mark }: CardRequest, width: number): Promise<Uint8Array> =>
  new Bun.Image(rasterize(coverSvg(card, glyphs, mark), width)).webp({ lossless: true }).bytes()

addEventListener('message', async ({ data }: MessageEvent<CardRequest>) =>
  postMessage(await (data.coverWidth === undefined ? renderCard(data) : renderCover(data, data.coverWidth))),
)
postMessage('ready')
