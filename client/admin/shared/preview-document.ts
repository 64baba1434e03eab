import { formatDate } from '#client/lib/dates.ts'
import { addCalloutIcons } from '#client/ui/content/post-body.tsx'
import { wrapTablesForScrolling } from '#client/ui/content/sanitized-html.tsx'
import { storageUrl } from '#contract/paths.ts'
import type { PostFormat } from '#contract/post-form.ts'
import type { RenderedPreview } from '#contract/writing.ts'

/** A post as it is being written. */
export type PreviewedPost = {
  /** Absent for a new post. */
  id?: string | undefined
  format: PostFormat
  title: string
  summary: string
  content: string
  /** The stored path. */
  image?: string | null | undefined
  image_alt?: string | undefined
  image_caption?: string | undefined
  image_focus?: string | undefined
  /** The names. */
  category?: string | undefined
  tags?: readonly string[] | undefined
  author?: string | undefined
  /** ISO 8601; the current day otherwise. */
  date?: string | undefined
}

export type PreviewDocument = NonNullable<ReturnType<typeof openPreviewDocument>>

/** Out of view: below the toolbar of the page there are fewer pixels, or above its end. */
const EDGES_PX = { top: 92, bottom: 60 }

/**
 * Fills the page of an empty post (server/pages/preview-frame.ts). The page is sandboxed, so nothing in it can run.
 * `undefined`: this is another page, such as the browser's own for a frame that is blocked.
 */
export function openPreviewDocument(document: Document) {
  const part = (name: string) => document.querySelector(`[data-part="${name}"]`)
  const [title, summary, content] = [
    document.querySelector('h1'),
    part('summary')?.parentElement,
    part('content')?.parentElement,
  ]
  const image = document.querySelector<HTMLImageElement>('article header img')
  const byline = document.querySelector('article header p')
  if (!title || !summary || !content || !image || !byline) return undefined
  const figure = image.closest('figure')
  const caption = figure?.querySelector('figcaption')
  const category = document.querySelector<HTMLElement>('article header a[href*="/blog/category/"]')
  const tag = document.querySelector<HTMLElement>('article header a[href*="/blog/tag/"]')
  let tags: Element[] = tag ? [tag] : []
  for (const frame of document.querySelectorAll<HTMLElement>('header, footer')) frame.inert = !frame.closest('main')

  function showPost(post: PreviewedPost, minutes: number): void {
    if (title) title.textContent = post.title || 'Untitled'
    const date = formatDate(post.date || new Date().toISOString())
    if (byline) byline.textContent = [date, post.author, `${minutes} min read`].filter(Boolean).join(' · ')
    showTerms(post)
    if (figure && image) showImage(post)
  }

  function showTerms({ category: name = '', tags: names = [] }: PreviewedPost): void {
    if (category) {
      category.textContent = name
      category.hidden = name === ''
    }
    const chips = names.map((text) =>
      Object.assign(tag?.cloneNode() ?? document.createElement('span'), { textContent: text }),
    )
    for (const old of tags) old.remove()
    tags = chips.map((chip) => chip as Element)
    category?.after(...tags)
  }

  function showImage({ image: path, image_alt, image_caption, image_focus }: PreviewedPost): void {
    if (!figure || !image) return
    figure.hidden = !path
    if (path && !image.src.endsWith(storageUrl(path))) image.src = storageUrl(path)
    image.alt = image_alt ?? ''
    image.style.objectPosition = image_focus ?? ''
    if (!caption) return
    caption.textContent = image_caption ?? ''
    caption.hidden = !image_caption
  }

  /** The position on the page stays. */
  function showTexts(rendered: RenderedPreview): void {
    if (!summary || !content) return
    const view = document.defaultView
    const top = view?.scrollY ?? 0
    summary.innerHTML = rendered.summary
    summary.hidden = rendered.summary === ''
    content.innerHTML = addCalloutIcons(wrapTablesForScrolling(rendered.content))
    // Other links open in a new tab, as the page's `base` says.
    for (const link of document.querySelectorAll('main a[href^="#"]')) link.setAttribute('target', '_self')
    view?.scrollTo(0, top)
  }

  /** Shows the place of a line of the source: between two elements, by the share of the lines between them. Does nothing where it is in view. */
  function showLine(line: number): void {
    const view = document.defaultView
    if (!view) return
    const marks = [...document.querySelectorAll<HTMLElement>('[data-line]')].map((element) => ({
      line: Number(element.dataset.line),
      top: element.getBoundingClientRect().top,
    }))
    const next = marks.findIndex((mark) => mark.line > line)
    const at = marks[next === -1 ? marks.length - 1 : next - 1]
    const after = next === -1 ? undefined : marks[next]
    const share = at && after ? (line - at.line) / (after.line - at.line) : 0
    const top = at ? at.top + share * ((after?.top ?? at.top) - at.top) : document.body.getBoundingClientRect().top
    if (top >= EDGES_PX.top && top <= view.innerHeight - EDGES_PX.bottom) return
    const reducesMotion = view.matchMedia('(prefers-reduced-motion: reduce)').matches
    view.scrollBy({ top: top - view.innerHeight / 4, behavior: reducesMotion ? 'instant' : 'smooth' })
  }

  /** The bar of the site as it is where scripts run. Without these, it would show its links on narrow screens. */
  function setMenu(isNarrow: boolean): void {
    const bar = document.querySelector<HTMLElement>('header')
    const links = bar?.querySelector<HTMLElement>('nav')
    const button = bar?.querySelector<HTMLElement>('button')
    bar?.style.setProperty('position', isNarrow ? 'absolute' : '')
    links?.style.setProperty('display', isNarrow ? 'none' : '')
    button?.style.setProperty('display', isNarrow ? 'grid' : '')
  }

  return {
    showPost,
    showTexts,
    showLine,
    setMenu,
    setTheme: (theme: 'dark' | 'light') => document.documentElement.setAttribute('data-theme', theme),
  }
}
