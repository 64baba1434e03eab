import { describe, expect, test } from 'bun:test'
import { globalCss } from '#client/app/theme/global-css.ts'
import { fullSpriteSvg, inlineSpriteFor } from '#client/ui/brand/sprite.ts'

const idsIn = (markup: string) => [...markup.matchAll(/<symbol id="([\w-]+)"/g)].map(([, id]) => id)

describe('the sprite of a page', () => {
  test('contains the symbols of its markup once each', () => {
    const html =
      '<svg><use href="#icon-check"></use></svg><svg><use fill="red" href="#mark"></use><use href="#mark"></use></svg>'
    expect(idsIn(inlineSpriteFor(html, '/rest.svg'))).toEqual(['mark', 'icon-check'])
  })

  test('omits symbols of closed dialogs unless they are used elsewhere', () => {
    const later = '<svg class="a" data-later="true"><use href="#crate"></use><use href="#pallet"></use></svg>'
    expect(idsIn(inlineSpriteFor(`${later}<svg><use href="#crate"></use></svg>`, '/rest.svg'))).toEqual(['crate'])
  })

  test('names the file with all other symbols', () => {
    expect(inlineSpriteFor('', '/code/drawings-1.svg')).toContain('data-rest="/code/drawings-1.svg"')
  })

  test('contains all symbols when nothing loads the others', () => {
    expect(idsIn(inlineSpriteFor(''))).toEqual(idsIn(fullSpriteSvg))
    expect(idsIn(fullSpriteSvg).length).toBeGreaterThan(40)
  })

  test('contains no reference that is broken inside a hidden element', () => {
    expect(globalCss((name) => name)).toContain('.sprite{display:none}')
    expect(fullSpriteSvg).not.toMatch(/<(?:\w*Gradient|pattern|mask|clipPath|filter|marker)\b|url\(/)
  })
})
