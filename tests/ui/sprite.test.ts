import { describe, expect, test } from 'bun:test'
import { globalCss } from '#client/app/global-css.ts'
import { drawingsFile, spriteFor } from '#client/ui/sprite.ts'

const idsIn = (markup: string) => [...markup.matchAll(/<symbol id="([\w-]+)"/g)].map(([, id]) => id)

describe('the drawings of a page', () => {
  test('are those that its markup uses, each once', () => {
    const html =
      '<svg><use href="#icon-check"></use></svg><svg><use fill="red" href="#mark"></use><use href="#mark"></use></svg>'
    expect(idsIn(spriteFor(html, '/rest.svg'))).toEqual(['mark', 'icon-check'])
  })

  test('leave out what is only seen once something is opened, but not what is used elsewhere, too', () => {
    const later = '<svg class="a" data-later="true"><use href="#crate"></use><use href="#pallet"></use></svg>'
    expect(idsIn(spriteFor(`${later}<svg><use href="#crate"></use></svg>`, '/rest.svg'))).toEqual(['crate'])
  })

  test('say where all others are', () => {
    expect(spriteFor('', '/code/drawings-1.svg')).toContain('data-rest="/code/drawings-1.svg"')
  })

  test('are all of them where nothing fetches the others', () => {
    expect(idsIn(spriteFor(''))).toEqual(idsIn(drawingsFile))
    expect(idsIn(drawingsFile).length).toBeGreaterThan(40)
  })

  test('need nothing that is only there where it is drawn itself: the element that holds them is not', () => {
    expect(globalCss((name) => name)).toContain('.sprite{display:none}')
    expect(drawingsFile).not.toMatch(/<(?:\w*Gradient|pattern|mask|clipPath|filter|marker)\b|url\(/)
  })
})
