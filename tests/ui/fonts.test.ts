import { describe, expect, test } from 'bun:test'
import { fontFaces } from '#client/app/font-faces.ts'
import { shape } from '#client/app/shape-tokens.ts'

const faces = [...fontFaces((name) => `/static/${name}`).matchAll(/@font-face\{font-family:'?([^';]+)'?;([^}]*)\}/g)]
const families = (isRare: boolean) =>
  new Set(faces.filter(([, , face = '']) => face.includes('unicode-range') === isRare).map(([, family = '']) => family))

describe('fonts', () => {
  test('rare letters are families of their own: in the family of the plain ones each size on a page would ask the system', () => {
    expect([...families(true)]).toEqual(['Besley More', 'Franklin More'])
    expect(families(false).intersection(families(true)).size).toBe(0)
  })

  test('the plain letters come first, rare ones next, and then what takes their room until they are there', () => {
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
