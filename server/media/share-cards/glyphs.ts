import { type Font, type Glyph, type PathCommand, parse } from 'opentype.js'
import { path, type Svg } from '#client/artwork/illustrations/shapes.ts'

/** The site's heading font for all Latin letters; the file of the pages covers only western Europe. */
const FILES = ['latin', 'latin-ext'].map((part) => `@fontsource/besley/files/besley-${part}-600-normal.woff`)

/** Emoji that the font lacks are left out, with their joiners. */
const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\u20e3|\ufe0f)$/u

type Letter = { glyph: Glyph; font: Font }

export type Glyphs = Awaited<ReturnType<typeof loadGlyphs>>

/** Text as SVG outlines, so that rendering the SVG needs no font. */
export async function loadGlyphs() {
  const fonts = await Promise.all(
    FILES.map(async (file) => parse(await Bun.file(Bun.resolveSync(file, import.meta.dir)).arrayBuffer())),
  )

  function letterOf(one: string): Letter | undefined {
    const font = fonts.find((font) => font.charToGlyphIndex(one) > 0)
    return font && { font, glyph: font.charToGlyph(one) }
  }

  /** Normalizes a text to one line; `undefined` if the font lacks a letter. */
  function normalize(text: string): string | undefined {
    const letters = [...text.normalize('NFC')].filter((one) => letterOf(one) || !EMOJI.test(one))
    const line = letters.join('').replace(/\s+/g, ' ').trim()
    return [...line].every((one) => letterOf(one)) ? line : undefined
  }

  /** The glyphs with their offsets, and the total width. */
  function layOut(text: string, size: number) {
    const placed: { glyph: Glyph; x: number }[] = []
    let x = 0
    let before: Letter | undefined
    for (const one of text) {
      const letter = letterOf(one)
      if (!letter) continue
      const { font, glyph } = letter
      const unit = size / font.unitsPerEm
      if (before?.font === font) x += font.getKerningValue(before.glyph, glyph) * unit
      placed.push({ glyph, x })
      x += (glyph.advanceWidth ?? 0) * unit
      before = letter
    }
    return { placed, width: x }
  }

  const width = (text: string, size: number): number => layOut(text, size).width

  /** Draws a line of text; `x`, `y`: the left end of its baseline. */
  const write = (text: string, x: number, y: number, size: number, color: string): Svg =>
    path(
      layOut(text, size)
        .placed.flatMap(({ glyph, x: from }) => glyph.getPath(x + from, y, size).commands.map(serialize))
        .join(''),
      color,
    )

  return { normalize, width, write }
}

/** opentype.js's `toPathData` writes `NaN` for some numbers close to an integer. */
function serialize(command: PathCommand): string {
  if (command.type === 'Z') return 'Z'
  const to = `${tenth(command.x)} ${tenth(command.y)}`
  if (command.type === 'Q') return `Q${tenth(command.x1)} ${tenth(command.y1)} ${to}`
  if (command.type === 'C')
    return `C${tenth(command.x1)} ${tenth(command.y1)} ${tenth(command.x2)} ${tenth(command.y2)} ${to}`
  return `${command.type}${to}`
}

const tenth = (number: number) => Math.round(number * 10) / 10
