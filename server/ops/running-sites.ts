import { createHash } from 'node:crypto'
import { readdir, realpath } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { databaseName } from '#server/database/settings.ts'
import { readText, realDisk, replaceFile } from '#server/storage/files.ts'
import { findCheckout } from '#server/storage/find-checkout.ts'
import { acquireFileLock, identityOf } from '#server/storage/locks.ts'

/** What makes a site: a command with other settings sees another one. */
export type SitePlaces = {
  contentDir: string
  storageDir?: string | undefined
  privateDir?: string | undefined
  databaseUrl?: string | undefined
}

/** Absolute paths, and the database without user and password; `null`: files. */
const FoldersSchema = v.object({
  content: v.string(),
  storage: v.optional(v.string()),
  private: v.optional(v.string()),
  database: v.optional(v.nullable(v.string())),
})
export type SiteFolders = v.InferOutput<typeof FoldersSchema>

const RunningSchema = v.object({
  pid: v.number(),
  host: v.string(),
  folders: FoldersSchema,
  /** Device and inode of each folder: a path is another one in a container. */
  identities: v.record(v.string(), v.string()),
})
export type RunningSite = v.InferOutput<typeof RunningSchema>

/** In the content folder, unless that is in a checkout. */
export const RUNNING_SITES = '.running-sites'
/** The content folder of a command without any settings. */
const DEFAULT_CONTENT = 'content'

export const foldersOf = ({ contentDir, storageDir, privateDir, databaseUrl }: SitePlaces): SiteFolders => ({
  content: resolve(contentDir),
  ...(storageDir !== undefined && { storage: resolve(storageDir) }),
  ...(privateDir !== undefined && { private: resolve(privateDir) }),
  ...(privateDir !== undefined && { database: databaseUrl === undefined ? null : databaseName(databaseUrl) }),
})

async function identitiesOf({ database: _, ...folders }: SiteFolders): Promise<Record<string, string>> {
  const found = Object.entries(folders).map(async ([name, folder = '']) => [
    name,
    (await identityOf(folder).catch(() => undefined)) ?? folder,
  ])
  return Object.fromEntries(await Promise.all(found))
}

/** Where sites that use this content folder say so: in the folder of git, which is never committed, or in a hidden file in the content folder. */
async function placeOf(contentDir: string): Promise<string> {
  const checkout = await findCheckout(contentDir)
  return checkout ? join(checkout.gitFolder, RUNNING_SITES) : join(await realpath(contentDir), RUNNING_SITES)
}

/**
 * Says which folders and which database this process uses until it ends, for commands that see the same content folder, or
 * none at all. A lock beside each file tells whether the process runs. Never throws: only a check of `bun run backup` is
 * missing where nothing can be written.
 */
export async function announceSite(places: SitePlaces) {
  const folders = foldersOf(places)
  const identities = await identitiesOf(folders)
  const site: RunningSite = { pid: process.pid, host: hostname(), folders, identities }
  const id = createHash('sha256').update(JSON.stringify(folders)).digest('hex').slice(0, 16)
  // An empty folder may be one that waits for a clone.
  const isUsed = (await readdir(DEFAULT_CONTENT).catch(() => [])).length > 0
  const contentDirs = [places.contentDir, ...(isUsed ? [DEFAULT_CONTENT] : [])]
  const found = contentDirs.map((folder) => placeOf(folder).catch(() => []))
  const announced = [...new Set((await Promise.all(found)).flat())].map(async (place) => {
    await removeEnded(place)
    const lock = await acquireFileLock(join(place, `${id}.lock`), 0)
    await replaceFile(join(place, `${id}.json`), `${JSON.stringify(site)}\n`, { mode: 0o600 })
    return { place, lock }
  })
  const locks = (await Promise.allSettled(announced)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  return {
    async end(): Promise<void> {
      for (const { place, lock } of locks) {
        lock?.release()
        await removeEnded(place).catch(() => {})
        await realDisk.rmdir(place).catch(() => {})
      }
    },
  }
}

/** Reads what running sites say about this content folder. Never throws: what cannot be read says nothing. */
export async function runningSites(contentDir: string): Promise<RunningSite[]> {
  const place = await placeOf(contentDir).catch(() => undefined)
  if (place === undefined) return []
  const found: RunningSite[] = []
  for (const name of await idsIn(place)) {
    const site = await readSite(join(place, `${name}.json`))
    if (site && (await isHeld(join(place, `${name}.lock`)))) found.push(site)
  }
  return found
}

/** Those of them that use another folder or another database than these. */
export async function otherSites(places: SitePlaces): Promise<RunningSite[]> {
  const running = await runningSites(places.contentDir)
  const folders = foldersOf(places)
  const mine = await identitiesOf(folders)
  const isMine = ({ identities, folders: theirs }: RunningSite) =>
    Object.entries(mine).every(([name, identity]) => identities[name] === identity) &&
    (folders.database === undefined || folders.database === theirs.database)
  return running.some(isMine) ? [] : running
}

const idsIn = async (place: string): Promise<string[]> =>
  (await readdir(place).catch(() => [])).flatMap((name) => /^([0-9a-f]{16})\.lock$/.exec(name)?.[1] ?? [])

async function readSite(path: string): Promise<RunningSite | undefined> {
  const text = await readText(path).catch(() => '')
  const site = v.safeParse(v.pipe(v.string(), v.parseJson(), RunningSchema), text)
  return site.success ? site.output : undefined
}

async function isHeld(lockFile: string): Promise<boolean> {
  const lock = await acquireFileLock(lockFile, 0)
  lock?.release()
  return lock === undefined
}

/** Deletes the files of processes that were killed. Nothing is held there: a lock is only deleted by its holder. */
async function removeEnded(place: string): Promise<void> {
  for (const id of await idsIn(place)) {
    const path = join(place, `${id}.lock`)
    const lock = await acquireFileLock(path, 0)
    if (!lock) continue
    await realDisk.unlink(join(place, `${id}.json`)).catch(() => {})
    await realDisk.unlink(path).catch(() => {})
    lock.release()
  }
}
