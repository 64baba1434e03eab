import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { realDisk } from '#server/files/disk.ts'
import { privateFolder } from '#server/files/private-folder.ts'
import { replaceFile } from '#server/files/replace-file.ts'

const SiteSchema = v.object({ pid: v.number(), url: v.string() })
/** The process that has the logs open, and where it listens on this machine. */
export type RunningSite = v.InferOutput<typeof SiteSchema>

const fileIn = (folder: string) => join(folder, 'server.json')

/** Hosts that mean every address of this machine. */
const ANYWHERE = ['0.0.0.0', '::']
const urlOf = ({ host, port }: Place) =>
  `http://${ANYWHERE.includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`
type Place = { host: string; port: number }

/**
 * Says in `storage/private` that this process has the logs open and listens here, so that nobody else writes to them.
 * Gives what takes that back. Throws what the disk throws.
 */
export async function announceSite(folder: string, place: Place): Promise<() => Promise<void>> {
  const file = fileIn(folder)
  const site: RunningSite = { pid: process.pid, url: urlOf(place) }
  await privateFolder(dirname(file))
  await replaceFile(file, `${JSON.stringify(site)}\n`, { mode: 0o600 })
  return () => realDisk.unlink(file).catch(() => {})
}

/** `undefined`: nothing runs, as far as the folder says; `'unreadable'`: something may. Throws what the disk throws. */
export async function runningSite(folder: string): Promise<RunningSite | 'unreadable' | undefined> {
  const text = await readFile(fileIn(folder), 'utf8').catch((error) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (text === undefined) return
  const site = v.safeParse(v.pipe(v.string(), v.parseJson(), SiteSchema), text)
  return site.success ? site.output : 'unreadable'
}
