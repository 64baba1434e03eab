import { type Font, type Glyph, type PathCommand, parse } from 'opentype.js'
import { path, type Svg } from '#client/artwork/illustrations/shapes.ts'

/** The site's display face, in the weight of its headings, for all of Latin: the pages' own file has but western Europe. */
const FILES = ['latin', 'latin-ext'].map((part) => `@fontsource/besley/files/besley-${part}-600-normal.woff`)

/** Emoji say nothing that the words do not: a card does without those that the face has not, and what joins them. */
const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\u20e3|\ufe0f)$/u

type Letter = { glyph: Glyph; font: Font }

export type Letters = Awaited<ReturnType<typeof openLetters>>

/** Letters as outlines, so that whoever draws the picture needs no font. */
export async function openLetters() {
  const fonts = await Promise.all(
    FILES.map(async (file) => parse(await Bun.file(Bun.resolveSync(file, import.meta.dir)).arrayBuffer())),
  )

  function letterOf(one: string): Letter | undefined {
    const font = fonts.find((font) => font.charToGlyphIndex(one) > 0)
    return font && { font, glyph: font.charToGlyph(one) }
  }

  /** A text as it can be written, in one line; `undefined` where the face has not all of its letters. */
  function plain(text: string): string | undefined {
    const letters = [...text.normalize('NFC')].filter((one) => letterOf(one) || !EMOJI.test(one))
    const line = letters.join('').replace(/\s+/g, ' ').trim()
    return [...line].every((one) => letterOf(one)) ? line : undefined
  }

  /** Each letter with its distance from the left, and how wide they are together. */
  function set(text: string, size: number) {
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

  const width = (text: string, size: number): number => set(text, size).width

  /** A line of text by the left end of its base line. */
  const write = (text: string, x: number, y: number, size: number, color: string): Svg =>
    path(
      set(text, size)
        .placed.flatMap(({ glyph, x: from }) => glyph.getPath(x + from, y, size).commands.map(written))
        .join(''),
      color,
    )

  return { plain, width, write }
}

/** The library's own `toPathData` writes `NaN` for some numbers close to a whole one. */
function written(command: PathCommand): string {
  if (command.type === 'Z') return 'Z'
  const to = `${tenth(command.x)} ${tenth(command.y)}`
  if (command.type === 'Q') return `Q${tenth(command.x1)} ${tenth(command.y1)} ${to}`
  if (command.type === 'C')
    return `C${tenth(command.x1)} ${tenth(command.y1)} ${tenth(command.x2)} ${tenth(command.y2)} ${to}`
  return `${command.type}${to}`
}

const tenth = (number: number) => Math.round(number * 10) / 10
