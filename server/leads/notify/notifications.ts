import { join } from 'node:path'
import type { LeadKind } from '#contract/lead-query.ts'
import type { Log } from '#server/http/log.ts'
import { listHidden } from '#server/storage/list-files.ts'
import { isTemporary, removeFile } from '#server/storage/replace-file.ts'
import type { BackOff } from './back-off.ts'
import type { Channel } from './channel.ts'
import { followLog } from './follow-log.ts'
import type { GrowingLog } from './log-reader.ts'

export type NotificationsOptions = {
  channels: Channel[]
  /** `registrations` stands for `registrations.jsonl` in the folder. */
  logs: readonly { name: string; kind: LeadKind; lines: Omit<GrowingLog, 'path'> }[]
  /** `storage/private`; the cursors have a folder of their own in it. */
  folder: string
  now(): Date
  log: Log
  backOff?: BackOff | undefined
}

/** Tells the vendor what comes in, by each channel that is configured. Throws what the disk throws where it cannot be read. */
export async function createNotifications({ channels, logs, folder, now, log: say, backOff }: NotificationsOptions) {
  const cursors = join(folder, 'cursors')
  await clean(cursors)
  const pairs = channels.flatMap((channel) => logs.map((log) => ({ channel, ...log })))
  const followers = await Promise.all(
    pairs.map(({ channel, name, kind, lines }) => {
      const log = { path: join(folder, `${name}.jsonl`), ...lines }
      return followLog({ kind, log, channel, file: join(cursors, `${name}.${channel.name}.json`), now, say, backOff })
    }),
  )

  return {
    /** For the health answer: `waiting`, where the last attempt of a channel failed. */
    state(): 'ok' | 'waiting' | 'off' {
      if (followers.length === 0) return 'off'
      return followers.some(({ waiting }) => waiting()) ? 'waiting' : 'ok'
    },
    /** What each channel has still to tell, by log. */
    backlog: () => followers.map(({ backlog }) => backlog()),
    /** Returns within a second. What is under way counts as not delivered. */
    close: () => Promise.all(followers.map(({ close }) => close())),
  }
}
export type Notifications = Awaited<ReturnType<typeof createNotifications>>

/** Takes away what a crash left; a disk that refuses is asked again at the next start. */
async function clean(folder: string): Promise<void> {
  const left = (await listHidden(folder).catch(() => [])).filter(isTemporary)
  await Promise.all(left.map((name) => removeFile(join(folder, name)).catch(() => {})))
}
