import type { Page } from 'playwright'

/** In CSS pixels, after scaling (docs/product-rules.md#layout). */
export const layoutLimits = { textMin: 11, targetMin: 24 }

/** What readers of the page in its present state would see wrong: sideways scrolling, small text and targets, lone words, monotony. */
export const layoutFaults = (page: Page): Promise<string[]> => page.evaluate(findLayoutFaults, layoutLimits)

/** Runs in the browser, so it uses nothing from outside. */
export function findLayoutFaults({ textMin, targetMin }: typeof layoutLimits): string[] {
  const named = (element: Element) => {
    const text = element.textContent?.trim().replace(/\s+/g, ' ').slice(0, 50)
    return `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${text}`
  }
  const isVisible = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  /** Text for screen readers is in boxes of one pixel. */
  const isShown = (element: Element) => {
    for (let one: Element | null = element; one; one = one.parentElement)
      if (getComputedStyle(one).clipPath.startsWith('inset(50%')) return false
    return isVisible(element)
  }
  const open = document.querySelector('dialog:modal')
  const room = open ?? document.body

  function overflows(): string[] {
    const found: string[] = []
    if (document.documentElement.scrollWidth > innerWidth)
      found.push(`page is ${document.documentElement.scrollWidth - innerWidth} px too wide`)
    for (const element of room.querySelectorAll('*')) {
      const { right, left, width } = element.getBoundingClientRect()
      if (width === 0 || (right <= innerWidth + 0.5 && left >= -0.5) || !isShown(element)) continue
      let clip: Element | null = element.parentElement
      while (clip && getComputedStyle(clip).overflowX === 'visible') clip = clip.parentElement
      if (!clip || clip === document.body || clip === document.documentElement)
        found.push(`sticks out (${Math.round(left)} to ${Math.round(right)}): ${named(element)}`)
    }
    for (const box of [room, ...room.querySelectorAll('*')]) {
      const { overflowX, overflowY } = getComputedStyle(box)
      const isScroller = /auto|scroll/.test(overflowX)
      // A box that scrolls down on purpose scrolls sideways by accident.
      if (isScroller && /auto|scroll/.test(overflowY) && box.scrollWidth > box.clientWidth + 1 && isShown(box))
        if (box.scrollHeight > box.clientHeight + 1)
          found.push(`box is ${box.scrollWidth - box.clientWidth} px too wide: ${named(box)}`)
    }
    return found
  }

  function scaleOf(element: Element): number {
    if (element instanceof SVGGraphicsElement) {
      const matrix = element.getScreenCTM()
      return matrix ? Math.hypot(matrix.b, matrix.d) : 1
    }
    let scale = 1
    for (let one: Element | null = element; one; one = one.parentElement) {
      const style = getComputedStyle(one)
      if (style.transform !== 'none') {
        const { b, d } = new DOMMatrix(style.transform)
        scale *= Math.hypot(b, d)
      }
      if (style.scale !== 'none') scale *= Number.parseFloat(style.scale)
    }
    return scale
  }

  function smallTexts(): string[] {
    const found: string[] = []
    const texts = document.createTreeWalker(room, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement
      if (!parent || !node.textContent?.trim() || parent.closest('style, script, template, noscript, title')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      if (range.getClientRects().length === 0 || !isShown(parent)) continue
      const size = Number.parseFloat(getComputedStyle(parent).fontSize) * scaleOf(parent)
      if (size < textMin - 0.05) found.push(`text of ${size.toFixed(1)} px: ${named(parent)}`)
    }
    return found
  }

  /** The words of a headline by line. */
  function lines(headline: Element): string[][] {
    const range = document.createRange()
    const words = new Map<number, string[]>()
    const texts = document.createTreeWalker(headline, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (const { index, 0: word } of (node.textContent ?? '').matchAll(/[^\s-]+-?/g)) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const line = Math.round(range.getBoundingClientRect().bottom)
        words.set(line, [...(words.get(line) ?? []), word])
      }
    return [...words.values()]
  }
  /** On phones, a line of one word is a hole in a large headline, but not as the first of two. */
  const large = innerWidth < 600 ? ':is(h1, h2)' : ':not(*)'
  /** Narrower columns have few words a line. */
  const COLUMN_MIN_PX = 200
  const loneWords = () =>
    // Authors write the titles and headings of posts.
    [...room.querySelectorAll(':is(h1, h2, h3):not(article > :is(header, div) *, [contenteditable] *, :has(a))')]
      .filter(isShown)
      .filter(({ clientWidth }) => clientWidth >= COLUMN_MIN_PX)
      .map((headline) => ({ rows: lines(headline), isLarge: headline.matches(large) }))
      .filter(({ rows, isLarge }) => {
        const checked = isLarge && rows.length > 2 ? rows : rows.slice(1).slice(-1)
        return checked.some(({ length }) => length === 1)
      })
      .map(({ rows }) => rows)
      .map((rows) => `lone word: ${rows.map((row) => row.join(' ')).join(' / ')}`)

  function monotony(): string[] {
    // The dashboard has panels in place of bands.
    if (location.pathname.startsWith('/admin')) return []
    const sections = [...document.querySelectorAll('main section')].filter(
      (one) => !one.parentElement?.closest('section'),
    )
    const backgrounds = sections.map((one) => getComputedStyle(one).backgroundColor)
    return backgrounds.flatMap((one, at) =>
      one === backgrounds[at + 1] && one === backgrounds[at + 2]
        ? [`three sections in a row: from ${named(sections[at] ?? room)}`]
        : [],
    )
  }

  /** Of visitors: most of them have a phone in their hand. Links in the sentences of a post are as high as their line. */
  function smallTargets(): string[] {
    if (location.pathname.startsWith('/admin')) return []
    return [
      ...room.querySelectorAll(
        ':is(a[href], button, summary, select, input:not([type=hidden]), textarea):not(article > div :is(p, li, td) > *)',
      ),
    ]
      .filter(isShown)
      .flatMap((target) => {
        const { width, height } = target.getBoundingClientRect()
        const isSmall = width > 0 && (width < targetMin || height < targetMin)
        return isSmall ? [`target of ${Math.round(width)} × ${height.toFixed(1)} px: ${named(target)}`] : []
      })
  }

  return [...overflows(), ...smallTexts(), ...loneWords(), ...smallTargets(), ...(open ? [] : monotony())]
}
