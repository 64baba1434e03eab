import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pagePaths } from '#contract/paths.ts'
import type { Snapshot } from '#server/content/snapshot.ts'
import { didYouMean } from '#server/lib/edit-distance.ts'
import { isSafePath } from '#server/storage/files.ts'

export type SiteMap = ReturnType<typeof siteMap>

const FEEDS = ['/feed.xml', '/feed.json', '/sitemap.xml', '/robots.txt']
const TRY_FOR_FREE = new RegExp(`^${pagePaths.tryForFree}/[A-Za-z0-9_-]{1,128}$`)

/** All URLs of the site. */
export function siteMap({ posts, aliases, categories, tags, site }: Snapshot, storageDir?: string) {
  const pages = new Set([
    ...Object.values(pagePaths).filter((path) => typeof path === 'string'),
    ...FEEDS,
    pagePaths.driverApp(site.slug),
    pagePaths.operatorApp(site.slug),
    ...[...posts.keys(), ...aliases.keys()].map(pagePaths.post),
    ...[...categories.keys()].map(pagePaths.category),
    ...[...tags.keys()].map(pagePaths.tag),
  ])
  const stored = new Map<string, boolean>()
  const publicDir = storageDir === undefined ? undefined : join(storageDir, 'public')
  const isKnown = publicDir !== undefined && existsSync(publicDir)

  /** Whether a file exists under storage/public; true where that folder is unknown. */
  function hasStored(path: string): boolean {
    if (!isKnown) return true
    const known = stored.get(path) ?? (isSafePath(path) && existsSync(join(publicDir, path)))
    stored.set(path, known)
    return known
  }

  /** Whether a path of the site exists. */
  function has(path: string): boolean {
    const plain = path.length > 1 ? path.replace(/\/$/, '') : path
    if (plain.startsWith('/storage/')) return hasStored(plain.slice('/storage/'.length))
    return pages.has(plain) || TRY_FOR_FREE.test(plain)
  }

  return { has, hasStored, near: (path: string) => didYouMean(path, pages) }
}
