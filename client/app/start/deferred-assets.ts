import { retryWithBackoff } from '#client/lib/loading.ts'
import { colorBar } from '#client/lib/use-theme.ts'

/** Loads the remaining symbols of the SVG sprite. A document contains only those that it shows. */
export function loadFullSprite() {
  const sprite = document.querySelector<SVGElement>('.sprite')
  const rest = sprite?.dataset.rest
  if (!sprite || !rest) return
  const have = new Set([...sprite.children].map(({ id }) => id))
  const add = (all: Document) => sprite.append(...[...all.documentElement.children].filter(({ id }) => !have.has(id)))
  retryWithBackoff(
    () => readDrawings(rest),
    add,
    () => {},
  )
}

async function readDrawings(url: string): Promise<Document> {
  const answer = await fetch(url, { priority: 'low' })
  if (!answer.ok) throw new Error(`The drawings were answered with ${answer.status}.`)
  return new DOMParser().parseFromString(await answer.text(), 'image/svg+xml')
}

/** Loads the remaining theme CSS. A document contains only the part of the dark theme that it uses. */
export function loadFullThemeCss(): void {
  const { themes } = document.querySelector<HTMLMetaElement>('[name=theme-color]')?.dataset ?? {}
  const attempt = () =>
    new Promise((onload, onerror) => {
      const link = { rel: 'stylesheet', href: themes, onload, onerror }
      // Before the page's own styles, which may override it.
      document.head.prepend(Object.assign(document.createElement('link'), link))
    })
  // The reader may have selected the other theme during the request.
  if (themes) retryWithBackoff(attempt, colorBar, () => {})
}
