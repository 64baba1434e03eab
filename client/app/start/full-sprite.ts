import { retryWithBackoff } from '#client/lib/retry.ts'

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
