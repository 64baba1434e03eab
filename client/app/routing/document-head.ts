import type { PageHead } from '#client/lib/page-types.ts'

/** Brings the document's head up to date after a navigation; the first one came with the document. */
export function updateDocumentHead({ title, description, canonicalPath, noindex }: PageHead) {
  document.title = title
  document.querySelector('meta[name="description"]')?.setAttribute('content', description)
  document.querySelector('meta[name="robots"]')?.setAttribute('content', robots(noindex))
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (canonical) canonical.href = new URL(canonicalPath ?? location.pathname, canonical.href).href
}

/** What the document's head says of the page that came with it. */
export function readHead(): PageHead {
  const metaContent = (name: string) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? ''
  return {
    title: document.title,
    description: metaContent('description'),
    noindex: metaContent('robots') === robots(true),
  }
}

/** What the robots tag of every document says. */
export const robots = (noindex = false) => (noindex ? 'noindex' : 'index, follow')
