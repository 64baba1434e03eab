import { retryWithBackoff } from '#client/lib/loading.ts'
import { colorBar } from '#client/lib/use-theme.ts'

/** A page comes with the drawings that it shows. What the app shows from here on may need any other: they are fetched, and tried again until they are there. */
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

/** A page comes with what it shows of the dark theme. Whatever the app shows from here on may need the rest: it is fetched, and tried again until it is there. */
export function loadFullThemeCss(): void {
  const { themes } = document.querySelector<HTMLMetaElement>('[name=theme-color]')?.dataset ?? {}
  const attempt = () =>
    new Promise((onload, onerror) => {
      const link = { rel: 'stylesheet', href: themes, onload, onerror }
      // Ahead of the page's own styles, as if it had come with them.
      document.head.prepend(Object.assign(document.createElement('link'), link))
    })
  // By then a reader may have chosen the other one.
  if (themes) retryWithBackoff(attempt, colorBar, () => {})
}
