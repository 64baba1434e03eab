import { describe, expect, test } from 'bun:test'
import { globalCss } from '#client/app/theme/global-css.ts'
import { dark, light, shape } from '#client/app/theme/tokens.ts'

import { fullSpriteSvg } from '#client/ui/brand/sprite.ts'
import { sources } from '#tests/helpers/source.ts'

const client = (await sources('client')).filter(({ path }) => !/^client\/(build|artwork)\//.test(path))
const css = globalCss((name) => `/assets/${name}`)
const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')

describe('the design tokens', () => {
  test('define every custom property that is used', () => {
    const known = new Set(names(css, /--([a-z0-9-]+):/g))
    // Components may pass a custom property to their descendants, in whichever file, and scripts may set one.
    const handedDown = new Set(
      client.flatMap(({ text }) => [
        ...names(text, /--([a-z0-9-]+): /g),
        ...names(text, /setProperty\('--([a-z0-9-]+)'/g),
      ]),
    )
    const unknown = client.flatMap(({ path, text }) =>
      names(text, /var\(--([a-z0-9-]+)/g)
        .filter((name) => !known.has(name) && !handedDown.has(name))
        .map((name) => `${path}: --${name}`),
    )
    expect(unknown).toEqual([])
  })

  test('are all used, because every page contains them', () => {
    const used = new Set(
      [css, ...client.map(({ text }) => text)].flatMap((text) => names(text, /var\(--([a-z0-9-]+)/g)),
    )
    expect(Object.keys({ ...shape, ...dark }).filter((name) => !used.has(name))).toEqual([])
  })

  test('use no font-relative length, which would query a fallback font before the first paint', () => {
    const asking = client.flatMap(({ path, text }) =>
      names(text, /\b([\d.]+r?(?:ch|ex|cap|ic|lh))\b/g).map((length) => `${path}: ${length}`),
    )
    expect(asking).toEqual([])
  })

  test('contain every color outside the illustrations', () => {
    const raw = client
      .filter(({ path }) => !COLOUR_FILES.has(path))
      .flatMap(({ path, text }) =>
        names(text, /[:\s'"(](#[0-9a-fA-F]{3,8}\b|rgba?\(|hsla?\()/g).map((one) => `${path}: ${one}`),
      )
    expect(raw).toEqual([])
  })

  test('leave no style attribute, which the security policy would block', () => {
    const styled = client.filter(({ text }) => /\sstyle=\{/.test(text)).map(({ path }) => path)
    expect(styled).toEqual([])
  })

  test('have one unique namespace per styled file', () => {
    const users = client.filter(({ path }) => path !== 'client/ui/base/styles.ts')
    const all = users.flatMap(({ text }) => names(text, /createStyled\('([^']+)'\)/g))
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([])
    const direct = users.filter(({ text }) => /(?<!data-|create-)\bstyled[.(]/.test(text))
    expect(direct.map(({ path }) => path)).toEqual([])
  })

  test('stay small, because every page contains them', () => {
    expect(css.length).toBeLessThanOrEqual(8_000)
    expect(Bun.gzipSync(withoutScenes(fullSpriteSvg)).length).toBeLessThanOrEqual(4_000)
  })

  test('and scenes of trades stay small, because the file that pages load later contains them', () => {
    expect(Bun.gzipSync(fullSpriteSvg).length).toBeLessThanOrEqual(7_000)
  })
})

const withoutScenes = (svg: string) => svg.replace(/<symbol id="scene-.*?<\/symbol>/gs, '')

const COLOUR_FILES = new Set(['client/app/theme/tokens.ts', 'client/ui/brand/goods.ts', 'client/ui/brand/scenes.ts'])

describe('contrast (WCAG 1.4.3)', () => {
  const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  const luminance = (hex: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
      channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const ratio = (one: string, other: string) => {
    const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  }
  type Token = keyof typeof dark
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
  const grounds: Token[] = ['bg', 'bg-band', 'surface', 'surface-2']
  const onGround: Token[] = ['text', 'text-2', 'text-3', 'primary-ink', 'secondary-ink', 'danger', 'warning', 'success']
  const pairs: [Token, Token][] = [
    ...grounds.flatMap((ground) => onGround.map((ink): [Token, Token] => [ink, ground])),
    ...grounds.flatMap((ground) => days.map((day): [Token, Token] => [`${day}-ink`, ground])),
    ...days.map((day): [Token, Token] => ['on-day', day]),
    ...(['primary', 'primary-hover'] as const).map((ground): [Token, Token] => ['on-primary', ground]),
    ...(['secondary', 'secondary-hover'] as const).map((ground): [Token, Token] => ['on-secondary', ground]),
    ...(['text', 'text-2', 'text-3'] as const).map((ink): [Token, Token] => [ink, 'surface-3']),
    ...(['danger', 'warning', 'success'] as const).flatMap((tone): [Token, Token][] => [
      [tone, `${tone}-soft`],
      ['text', `${tone}-soft`],
    ]),
    ['primary-ink', 'primary-soft'],
    ['secondary-ink', 'secondary-soft'],
    ['paper-ink', 'paper'],
    ['paper-muted', 'paper'],
  ]
  const low = (theme: Record<Token, string>, minimum: number, all: [Token, Token][]) =>
    all.filter(([ink, ground]) => ratio(theme[ink], theme[ground]) < minimum).map((pair) => pair.join(' on '))

  test.each([
    ['dark', dark],
    ['light', light],
  ] as const)('of text is sufficient on every background, %s', (_name, theme) => {
    expect(low(theme, 4.5, pairs)).toEqual([])
  })

  test.each([
    ['dark', dark],
    ['light', light],
  ] as const)('of control borders and the focus ring is sufficient, %s', (_name, theme) => {
    const edges = grounds.flatMap((ground): [Token, Token][] => [
      ['line-strong', ground],
      ['focus', ground],
    ])
    expect(low(theme, 3, edges)).toEqual([])
  })
})
