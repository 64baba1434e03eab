import { describe, expect, test } from 'bun:test'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { Layout } from '#client/app/layout.tsx'
import { themeScript } from '#client/app/theme-script.ts'
import { dark, light } from '#client/app/theme-tokens.ts'
import { aSite } from '#tests/app/a-site.ts'

const draw = () =>
  renderToString(
    <StaticRouter location="/blog">
      <Layout site={aSite} frame="site">
        <h1>A page</h1>
      </Layout>
    </StaticRouter>,
  )

describe('the frame, drawn by the server', () => {
  test('is the same every time, whatever the day', () => {
    expect(draw()).toBe(draw())
  })

  test('carries no style attribute and no inline handler, which the security policy would block', () => {
    expect(draw()).not.toMatch(/\s(style|on[a-z]+)="/)
  })

  test('spells no other name than that of site.yml', () => {
    expect(draw()).not.toMatch(/palletry/i)
  })
})

describe('the theme script', () => {
  const run = (stored: string | null, broken = false) => {
    const root = { dataset: {} as Record<string, string> }
    const bar = { content: dark.bg, dataset: { themes: '/code/themes.css' } }
    let written = ''
    const localStorage = {
      getItem: () => {
        if (broken) throw new Error('storage is switched off')
        return stored
      },
    }
    new Function('document', 'localStorage', themeScript)(
      { documentElement: root, querySelector: () => bar, write: (markup: string) => (written += markup) },
      localStorage,
    )
    return [root.dataset.theme, bar.content, written]
  }

  test('shows the light theme to those who chose it, whose page waits for its colors, and the dark one to everybody else', () => {
    const drawn = [undefined, dark.bg, '']
    expect(run('light')).toEqual(['light', light.bg, '<link rel=stylesheet href=/code/themes.css>'])
    expect([run('dark'), run(null), run('purple'), run(null, true)]).toEqual([drawn, drawn, drawn, drawn])
  })
})
