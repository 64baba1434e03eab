import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { cardSvg } from './card-svg.ts'
import type { CardWords } from './card-text.ts'
import { openLetters } from './glyphs.ts'

/** `mark` is the brand's, as SVG. The first message of all says that the worker is ready. */
export type CardRequest = { words: CardWords; mark: string }
/** Without a picture where the words cannot be written. */
export type CardAnswer = { ready: true } | { png: Uint8Array | undefined }

/** Flat drawings: with so many colors they look the same, and are a third of the size. */
const COLORS = 128

const [letters, code] = await Promise.all([
  openLetters(),
  Bun.file(Bun.resolveSync('@resvg/resvg-wasm/index_bg.wasm', import.meta.dir)).arrayBuffer(),
])
await initWasm(code)

const send = (answer: CardAnswer) => postMessage(answer)

async function draw({ words, mark }: CardRequest): Promise<Uint8Array | undefined> {
  const svg = cardSvg(words, letters, mark)
  return svg === undefined ? undefined : new Bun.Image(pngOf(svg)).png({ palette: true, colors: COLORS }).bytes()
}

/** What it takes outside our memory is given back at once. */
function pngOf(svg: string): Uint8Array {
  const drawing = new Resvg(svg)
  const image = drawing.render()
  try {
    return image.asPng()
  } finally {
    image.free()
    drawing.free()
  }
}

addEventListener('message', async (event: MessageEvent<CardRequest>) => send({ png: await draw(event.data) }))
send({ ready: true })
