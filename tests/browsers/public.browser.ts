import { expect } from 'bun:test'
import { pagePaths } from '#contract/paths.ts'
import { findLayoutFaults, layoutLimits } from '#tests/every-page/layout-faults.ts'
import { button, css, journey, link, type Page, role } from './journey.ts'

const PATHS = [
  ...[pagePaths.home, pagePaths.features, pagePaths.pricing, pagePaths.tryForFree, pagePaths.welcome],
  ...[
    pagePaths.landing('bakery-erp'),
    '/download-palletry-driver-pro',
    pagePaths.learnMore,
    pagePaths.contact,
    pagePaths.blog,
  ],
  ...[pagePaths.post('counting-jars'), pagePaths.post('rich-post'), pagePaths.adminLogin],
]
const WIDTHS = [1280, 390]

async function faultsOf(page: Page): Promise<string[]> {
  const fonts = await page.evaluate(() =>
    [...document.fonts]
      // The others have the widths of the site's font, and are made of fonts that a machine may lack.
      .filter(({ status, family }) => status === 'error' && !/ on |Fallback/.test(family))
      .map(({ family }) => `${family} failed`),
  )
  const layout = await page.evaluate(findLayoutFaults, layoutLimits)
  // Glyphs are wider than in browsers with other font settings, so lines break elsewhere.
  return [...fonts, ...layout.filter((fault) => !fault.startsWith('lone word'))]
}

for (const theme of ['dark', 'light'])
  journey(
    `no page overflows, misses a font or reports a problem on desktops and phones, in the ${theme} theme`,
    {},
    async (page) => {
      await page.goto(pagePaths.adminLogin)
      await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme)
      const faults: Record<string, string[]> = {}
      for (const width of WIDTHS) {
        // Before the pages are opened: WebKitGTK may lay out an open one for its former width.
        await page.resize(width, 900)
        for (const path of PATHS) {
          await page.goto(path)
          await page.until(() => document.fonts.status === 'loaded')
          const shown = await faultsOf(page)
          if (shown.length > 0) faults[`${path}, ${width} pixels`] = shown
        }
      }
      expect(faults).toEqual({})
    },
  )

journey('the hero has thin lines, and its board can be tried and closed', {}, async (page) => {
  await page.goto('/')
  const lines = await page.until(() => {
    const hero = document.querySelector('main section')
    return hero && getComputedStyle(hero, '::before').backgroundSize
  })
  expect(lines).toBe('100% 67px')
  await page.click(button('Try it'))
  const board = role('region', 'Production board to try, sample data')
  await page.isFocused(board)
  await page.click(button('Close the board'))
  await page.isFocused(button('Try it'))
})

journey('pricing shows monthly prices, its header sticks, and it is compact from 960 pixels', {}, async (page) => {
  await page.goto('/pricing')
  await page.click(role('switch', 'Show Monthly'))
  await page.sees(role('columnheader', /Essentials.*\$29/))
  await page.evaluate(() =>
    scrollTo(0, (document.querySelector('table')?.getBoundingClientRect().top ?? 0) + scrollY + 500),
  )
  await page.until(
    () =>
      Math.round(document.querySelector('thead th')?.getBoundingClientRect().top ?? 0) ===
      document.querySelector('header')?.offsetHeight,
  )
  await page.resize(961, 900)
  await page.sees(role('table', 'Software Edition Comparison Chart'))
  await page.misses(role('article'))
  await page.resize(960, 900)
  await page.misses(role('table', 'Software Edition Comparison Chart'))
  await page.sees(role('article', undefined, 3))
})

journey(
  'the menu of a phone opens over the page, holds the focus and closes with Escape',
  { width: 390, height: 844 },
  async (page) => {
    await page.goto('/blog')
    await page.click(button('Open menu'))
    const menu = role('dialog', 'Menu')
    const { width, height } = await page.boxOf(menu)
    expect([width, Math.round(height)]).toEqual([390, 844])
    for (let step = 0; step < 12; step++) {
      await page.press('Tab')
      await page.until(
        () => document.activeElement === document.body || Boolean(document.activeElement?.closest('dialog')),
      )
    }
    await page.press('Escape')
    await page.misses(menu)
    await page.isFocused(button('Open menu'))
  },
)

journey('the privacy policy opens as a dialog, and a chosen theme is remembered', {}, async (page) => {
  await page.goto('/')
  await page.click(button('Privacy Policy'))
  await page.sees(role('dialog', 'Privacy Policy'))
  await page.press('Escape')
  await page.misses(role('dialog', 'Privacy Policy'))
  await page.click(button('Switch to light theme'))
  await page.sees(css('html[data-theme="light"]'))
  await page.goto('/blog')
  await page.sees(css('html[data-theme="light"]'))
  await page.click(button('Switch to dark theme'))
  await page.misses(css('html[data-theme="light"]'))
})

journey('a reader searches the blog, opens a post, and goes back and forward to the same places', {}, async (page) => {
  await page.goto('/blog')
  await page.click(link(/Read More/, -1))
  await page.sees(link('Back to All Posts'))
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.back()
  await page.until(() => location.pathname === '/blog' && scrollY > 300)
  await page.forward()
  await page.sees(link('Back to All Posts'))
  await page.back()
  await page.fill(role('searchbox'), 'jars')
  await page.press('Enter')
  await page.sees(css('main mark'))
  await page.click(css('main a[href="/blog/counting-jars"]'))
  await page.sees(link('Back to All Posts'))
})

journey(
  'Back from another document shows a page where it was left, from the cache of the browser',
  {},
  async (page) => {
    await page.goto('/features')
    await page.evaluate(() => {
      window.addEventListener('pageshow', ({ persisted }) => {
        document.body.dataset.persisted = `${persisted}`
      })
      scrollTo(0, 900)
    })
    await page.until(() => scrollY === 900)
    await page.evaluate(() => location.assign('/admin/login'))
    await page.isAt('/admin/login')
    await page.hydrated()
    await page.back()
    await page.isAt('/features')
    await page.until(() => document.body.dataset.persisted === 'true' && Math.abs(scrollY - 900) < 5)
  },
)

journey('a rich post shows all of its parts, and its footnote links lead there and back', {}, async (page) => {
  await page.goto('/blog/rich-post')
  for (const part of [
    'main table',
    'main pre code',
    'main input[type=checkbox]',
    'main blockquote',
    'main math',
    'main del',
  ])
    await page.sees(css(part))
  expect(await page.styleOf(css('main p a[href="/features"]'), 'text-decoration-line')).toBe('underline')
  await page.click(css('main sup a'))
  await page.until(() => {
    const { top, bottom } = document.querySelector(location.hash || 'none')?.getBoundingClientRect() ?? {
      top: 0,
      bottom: 0,
    }
    return top >= (document.querySelector('header')?.offsetHeight ?? 0) && bottom <= innerHeight
  })
})

journey('with reduced motion nothing moves and no video plays', { reducedMotion: true }, async (page) => {
  await page.goto('/')
  expect(await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)).toBe(true)
  await page.until(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  expect(await page.evaluate(() => [...document.querySelectorAll('video')].every(({ paused }) => paused))).toBe(true)
})
