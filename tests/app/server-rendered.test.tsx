import { describe, expect, test } from 'bun:test'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { SiteFrame } from '#client/app/frame/site-frame.tsx'
import { themeScript } from '#client/app/theme/theme-script.ts'
import { dark, light } from '#client/app/theme/tokens.ts'
import { aSite } from '#tests/app/a-site.ts'

const renderApp = () =>
  renderToString(
    <StaticRouter location="/blog">
      <SiteFrame site={aSite}>
        <h1>A page</h1>
      </SiteFrame>
    </StaticRouter>,
  )

describe('the server-rendered frame', () => {
  test('is the same on every day', () => {
    expect(renderApp()).toBe(renderApp())
  })

  test('has no style attributes and no inline handlers, which the security policy would block', () => {
    expect(renderApp()).not.toMatch(/\s(style|on[a-z]+)="/)
  })

  test("takes the product's name from site.yml only", () => {
    expect(renderApp()).not.toMatch(/palletry/i)
  })
})

describe('the theme script', () => {
  type Link = { rel?: string; href?: string; onload?: () => void; onerror?: () => void }

  /** Runs scheduled callbacks: a task and an animation frame, whichever was requested first. */
  function run(stored: string | null, broken = false) {
    const root = { dataset: {} as Record<string, string>, style: '' }
    const bar = { content: dark.bg, dataset: { themes: '/code/themes.css' } }
    const links: Link[] = []
    const steps: (() => void)[] = []
    const localStorage = {
      get theme() {
        if (broken) throw new Error('storage is switched off')
        return stored
      },
    }
    const document = {
      documentElement: root,
      querySelector: () => bar,
      createElement: (): Link => ({}),
      head: { prepend: (link: Link) => links.push(link) },
    }
    const ask = (step: () => void) => steps.push(step)
    new Function('document', 'localStorage', 'setTimeout', 'requestAnimationFrame', themeScript)(
      document,
      localStorage,
      ask,
      ask,
    )
    expect([steps.length, root.dataset.theme]).toEqual([2, undefined])
    for (const step of steps) step()
    return { theme: root.dataset.theme, bar: bar.content, style: () => root.style, links }
  }

  test('shows the light theme to readers who chose it, and only its background until its colors load', () => {
    const { theme, bar, style, links } = run('light')
    expect([theme, bar, links.map(({ rel, href }) => `${rel} ${href}`)]).toEqual([
      'light',
      light.bg,
      ['stylesheet /code/themes.css'],
    ])
    expect(style()).toBe(`visibility:hidden;background:${light.bg}`)
    links[0]?.onload?.()
    expect(style()).toBe('')
  })

  test('shows the page anyway when the colors of the light theme cannot be loaded', () => {
    const { style, links } = run('light')
    links[0]?.onerror?.()
    expect(style()).toBe('')
  })

  test('shows the dark theme at once to everyone else', () => {
    const rendered = { theme: undefined, bar: dark.bg, style: '', links: [] }
    const shown = [run('dark'), run(null), run('purple'), run(null, true)].map((it) => ({ ...it, style: it.style() }))
    expect(shown).toEqual([rendered, rendered, rendered, rendered])
  })
})
