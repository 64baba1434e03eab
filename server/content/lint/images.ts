import { colocatedName } from '#server/content/colocated-images.ts'
import { isPostFolder } from '#server/content/file-id.ts'
import type { Reference } from '#server/content/references.ts'
import type { PostEntry } from '#server/content/snapshot.ts'
import type { Finding } from './body.ts'
import type { SiteMap } from './link-targets.ts'

const NO_DESCRIPTION = 'this picture has no description: say what it shows, for those who cannot see it'
const NO_ALT = 'image_alt: is missing: say what the picture shows, for those who cannot see it'

/** A picture in a body that is not there, that visitors never get, or that says nothing to those who cannot see. */
export function wrongPicture({ to, alt, index }: Reference, file: string, map: SiteMap): Finding[] {
  const findings: Finding[] = alt === undefined ? [{ index, reason: NO_DESCRIPTION, severity: 'warning' }] : []
  if (/^(?:https?:)?\/\//i.test(to)) {
    return [...findings, { index, reason: `${to} lies on another site, so it is not shown`, severity: 'warning' }]
  }
  if (to.startsWith('data:') || isColocated(to, file)) return findings
  const path = to.replace(/[?#].*/, '')
  if (path.startsWith('/storage/') && map.has(path)) return findings
  return [...findings, { index, reason: `there is no picture at ${to}`, severity: 'error' }]
}

/** A picture in the post's own folder: whether it is there is known to everybody, and said by the content itself. */
const isColocated = (to: string, file: string) => isPostFolder(file) && colocatedName(to) !== undefined

/** The picture of the post itself. */
export function picturesOfPost(text: string, { image, imageAlt, file }: PostEntry, map: SiteMap): Finding[] {
  if (image === null) return []
  const at = text.indexOf(image)
  const index = at === -1 ? 0 : at
  const findings: Finding[] = []
  if (imageAlt === '') findings.push({ index, reason: NO_ALT, severity: 'warning' })
  if (!isColocated(image, file) && !map.hasStored(image))
    findings.push({ index, reason: `there is no picture at /storage/${image}`, severity: 'error' })
  return findings
}
