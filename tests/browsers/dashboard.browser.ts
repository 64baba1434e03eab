import { expect } from 'bun:test'
import { pagePaths } from '#contract/paths.ts'
import { button, css, field, journey, link, type Page, role, text } from './journey.ts'

const content = role('textbox', /^Content/)
const title = field('Title')
async function write(page: Page, name: string): Promise<void> {
  await page.logIn(pagePaths.adminNew)
  await page.fill(title, name)
  await page.click(content)
}
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.press(key)
}
async function saveDraft(page: Page, site: { content: string }, file: string): Promise<string> {
  await page.press('Control+s')
  await page.sees(text('Draft saved'))
  return Bun.file(`${site.content}/posts/${file}.md`).text()
}

journey('the posts of the dashboard are filtered, and the filter survives a reload', {}, async (page) => {
  await page.logIn()
  await page.sees(role('row', /A rich post/))
  await page.fill(role('searchbox'), 'jars')
  await page.misses(role('row', /A rich post/))
  await page.sees(role('row', /jars/i))
})

journey('the quick form creates a post', {}, async (page, site) => {
  await page.logIn()
  await page.click(button('Create Post'))
  await page.fill(field(/^Title/), 'A quick post')
  await page.fill(field(/^Summary/), 'Written fast.')
  await page.fill(field(/^Content/), 'Rye needs time.')
  await page.evaluate(() => {
    const select = document.querySelector<HTMLSelectElement>('dialog select')
    if (!select) return
    select.focus()
  })
  await page.press('ArrowDown')
  await page.click(button('Create Post', -1))
  await page.sees(role('row', /A quick post/))
  expect(
    (await Bun.file(`${site.content}/posts/a-quick-post.md`).exists()) ||
      (await Bun.file(`${site.content}/posts/a-quick-post.html`).exists()),
  ).toBe(true)
})

journey('empty fields of dates are paler than filled ones', {}, async (page) => {
  await page.logIn(`${pagePaths.adminBlog}?from=2026-01-02`)
  const [from, to] = [css('input[type=date]'), css('input[type=date]', 1)]
  await page.sees(to)
  expect(await page.styleOf(to, 'color')).not.toBe(await page.styleOf(from, 'color'))
})

journey('a post is written with Markdown shortcuts, the slash menu and a table, and saved', {}, async (page, site) => {
  await write(page, 'Bread by hand')
  await page.type('## Flour and **salt**')
  await page.press('Enter')
  await page.type('- rye')
  await page.press('Enter')
  await page.type('fine')
  await press(page, 'Tab', 'Enter', 'Enter', 'Enter')
  await page.type('/tab')
  await page.sees(role('option', 'Table'))
  await page.press('Enter')
  for (const cell of ['Day', 'Loaves']) {
    await page.type(cell)
    await page.press('Tab')
  }
  expect(await saveDraft(page, site, 'bread-by-hand')).toContain(
    '## Flour and **salt**\n\n- rye\n  - fine\n\n| Day | Loaves | |\n| --- | --- | --- |\n',
  )
})

journey('marks and lists are set by keys', {}, async (page, site) => {
  await write(page, 'Marks by keys')
  await page.press('Control+b')
  await page.type('bold')
  await page.press('Control+b')
  await page.type(' and ')
  await page.press('Control+i')
  await page.type('italic')
  await page.press('Control+i')
  await page.press('Enter')
  await page.type('1. one')
  await page.press('Enter')
  await page.type('two')
  expect(await saveDraft(page, site, 'marks-by-keys')).toContain('**bold** and *italic*\n\n1. one\n2. two\n')
})

journey(
  'the toolbar is reached by keys with a visible focus, sets a link, and undo takes it back',
  {},
  async (page, site) => {
    await write(page, 'A link by keys')
    await page.type('bakery')
    await page.press('Alt+F10')
    await page.press('ArrowRight')
    const ring = await page.until(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body)
      return document.activeElement?.closest('[role=toolbar]') ? `${outlineStyle} ${outlineWidth}` : undefined
    })
    expect(ring).not.toMatch(/^none| 0px/)
    await page.press('Escape')
    await press(page, 'Shift+Home', 'Control+k')
    await page.until(() => document.activeElement?.matches('dialog input'))
    await page.type('https://bakery.example')
    await page.press('Enter')
    await page.sees(css('[contenteditable] a[href="https://bakery.example"]'))
    expect(await saveDraft(page, site, 'a-link-by-keys')).toContain('[bakery](https://bakery.example)')
    await page.click(content)
    await page.press('Control+z')
    await page.misses(css('[contenteditable] a'))
  },
)

/** Puts HTML into the clipboard with real keys: browsers ignore events that a script makes. */
async function copy(page: Page, html: string): Promise<void> {
  await page.evaluate((copied) => {
    const source = document.createElement('div')
    source.id = 'copied'
    source.innerHTML = copied
    document.body.append(source)
    getSelection()?.selectAllChildren(source)
  }, html)
  await page.press('Control+c')
  await page.evaluate(() => document.querySelector('#copied')?.remove())
}

journey('copied HTML is pasted with its formatting', {}, async (page, site) => {
  await write(page, 'Pasted')
  await copy(page, '<h2>Planning</h2><p>Start with <b>orders</b> at <a href="https://example.com/noon">noon</a>.</p>')
  await page.click(content)
  await page.press('Control+v')
  await page.sees(css('[contenteditable] h2'))
  expect(await saveDraft(page, site, 'pasted')).toContain(
    '## Planning\n\nStart with **orders** at [noon](https://example.com/noon).',
  )
})

journey('the source editor marks problems visibly', {}, async (page) => {
  await write(page, 'Source marks')
  await page.click(text('Source'))
  await page.click(css('.cm-content'))
  await page.type('![](missing.png)')
  const problem = css('[class*=cm-problem]')
  expect(await page.styleOf(problem, 'text-decoration-line')).toBe('underline')
  expect(await page.styleOf(problem, 'text-decoration-style')).toBe('wavy')
})

journey('a long title and summary are shown whole, and nothing scrolls in them', {}, async (page) => {
  await page.logIn(pagePaths.adminNew)
  await page.fill(
    title,
    'A title that is so long that it needs more than one line on any screen, which is rare but allowed, and so it must be seen',
  )
  await page.fill(field('Summary'), 'A summary that is long, too. '.repeat(8))
  const areas = await page.until(() => {
    const found = [...document.querySelectorAll('main textarea')].map(
      ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => ({
        scrollHeight,
        clientHeight,
        scrollWidth,
        clientWidth,
      }),
    )
    return found.length > 1 && found
  })
  for (const { scrollHeight, clientHeight, scrollWidth, clientWidth } of areas || []) {
    expect(scrollHeight).toBeLessThanOrEqual(clientHeight)
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  }
})

journey('a post is published and read on its public page', {}, async (page) => {
  await write(page, 'Slow rye')
  await page.type('Rye needs time.')
  await page.fill(field('Summary'), 'Dark and slow.')
  await page.fill(role('combobox', 'Category'), 'prod')
  await page.press('Enter')
  await page.click(button('Publish'))
  await page.sees(role('dialog', 'Publish this post?'))
  await page.click(button('Publish', -1))
  await page.sees(text('Post published'))
  await page.goto('/blog/slow-rye')
  await page.sees(text('Rye needs time.'))
  await page.sees(link('Back to All Posts'))
})
