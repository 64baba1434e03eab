import { describe, expect, test } from 'bun:test'
import { fontFaces } from '#client/app/theme/font-faces.ts'
import { shape } from '#client/app/theme/tokens.ts'

const faces = [...fontFaces((name) => `/static/${name}`).matchAll(/@font-face\{font-family:'?([^';]+)'?;([^}]*)\}/g)]
const families = (isRare: boolean) =>
  new Set(faces.filter(([, , face = '']) => face.includes('unicode-range') === isRare).map(([, family = '']) => family))

describe('the fonts', () => {
  test('have separate families for rare letters, so that the plain family does not query the system per size', () => {
    expect([...families(true)]).toEqual(['Besley More', 'Franklin More'])
    expect(families(false).intersection(families(true)).size).toBe(0)
  })

  test('are listed with plain letters first, then rare ones, then the metric-compatible fallback', () => {
    const stacks = [shape['f-display'], shape['f-body']].map((stack) =>
      stack.split(', ').map((family) => family.replaceAll("'", '')),
    )
    expect(stacks.map(([plain, rare]) => [plain, rare])).toEqual([
      ['Besley', 'Besley More'],
      ['Libre Franklin', 'Franklin More'],
    ])
    const inStacks = stacks.flatMap((stack) => stack.slice(0, -1))
    expect(inStacks.toSorted()).toEqual([...families(false).union(families(true))].toSorted())
  })
})
