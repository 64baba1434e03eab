import { basename, join } from 'node:path'
import { type LeadKind, leadKinds } from '#contract/lead-query.ts'
import type { AppendLog } from '#server/storage/append-log.ts'
import { type Channel, type FollowOptions, followLog } from './follow-log.ts'

type NotificationsOptions = Pick<FollowOptions, 'leads' | 'now' | 'log' | 'backOff'> & {
  channels: Channel[]
  logs: Record<LeadKind, AppendLog>
  /** `storage/private`. The cursors have their own folder in it. */
  folder: string
}

/** Notifies the vendor of each new lead through every channel. */
export async function createNotifications({ channels, logs, folder, ...options }: NotificationsOptions) {
  const pairs = channels.flatMap((channel) => leadKinds.map((kind) => ({ channel, kind, lines: logs[kind] })))
  const followers = await Promise.all(
    pairs.map(({ channel, kind, lines }) => {
      const file = join(folder, 'cursors', `${basename(lines.path, '.jsonl')}.${channel.name}.json`)
      return followLog({ kind, lines, channel, file, ...options })
    }),
  )

  return {
    /** For the readiness check: `waiting` if the last attempt of a channel failed. */
    state(): 'ok' | 'waiting' | 'off' {
      if (followers.length === 0) return 'off'
      return followers.some(({ isWaiting }) => isWaiting()) ? 'waiting' : 'ok'
    },
    /** What each channel has yet to deliver, by log. */
    backlog: () => followers.map(({ backlog }) => backlog()),
    /** Returns within a second. Pending deliveries count as not delivered. */
    close: () => Promise.all(followers.map(({ close }) => close())),
  }
}
export type Notifications = Awaited<ReturnType<typeof createNotifications>>
