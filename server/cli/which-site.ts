import {
  foldersOf,
  otherSites,
  type RunningSite,
  type SiteFolders,
  type SitePlaces,
} from '#server/ops/running-sites.ts'
import { rejectUnfinishedRestore } from '#server/storage/unfinished-restore.ts'

/** `content /srv/content, storage /srv/storage, private files /srv/private, records in postgres://db:5432/site`. */
const listed = ({ content, storage, private: privateDir, database }: SiteFolders): string =>
  [
    `content ${content}`,
    ...(storage === undefined ? [] : [`storage ${storage}`]),
    ...(privateDir === undefined ? [] : [`private files ${privateDir}`]),
    ...(database === undefined ? [] : [`records in ${database ?? 'files'}`]),
  ].join(', ')

export const describeSite = (places: SitePlaces): string => listed(foldersOf(places))

export const describeRunning = ({ pid, host, folders }: RunningSite): string =>
  `A running site of this checkout (PID ${pid} on ${host}) uses other places: ${listed(folders)}.`

/**
 * Says which site a command sees, because it may lack the environment of the service, and which one runs instead. Throws
 * `OperatorError` for half a site.
 */
export async function sayWhichSite(places: SitePlaces, print: (line: string) => void): Promise<void> {
  print(`Site: ${describeSite(places)}`)
  await rejectUnfinishedRestore(places)
  for (const site of await otherSites(places)) print(describeRunning(site))
}

/** The output may be data. */
export const onStandardError = (line: string) => console.error(line)
