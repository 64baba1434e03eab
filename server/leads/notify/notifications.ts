import { join } from 'node:path'
import type { LeadKind } from '#contract/lead-query.ts'
import type { AppendLog } from '#server/storage/append-log.ts'
import { type Channel, type FollowOptions, followLog } from './follow-log.ts'
import { createMail, type MailSettings } from './mail.ts'
import { createWebhook, type WebhookSettings } from './webhook.ts'

type Settings = { mail: MailSettings | undefined; webhook: WebhookSettings | undefined; publicUrl: string | undefined }

/** Creates the configured channels. `site` returns the product's name. */
export const createChannels = ({ mail, webhook, publicUrl }: Settings, site: () => string, now: () => Date) => [
  ...(mail ? [createMail({ ...mail, site, publicUrl })] : []),
  ...(webhook ? [createWebhook(webhook, now)] : []),
]

type NotificationsOptions = Pick<FollowOptions, 'leads' | 'now' | 'log' | 'backOff'> & {
  channels: Channel[]
  logs: Record<LeadKind, AppendLog>
  /** `storage/private`. The cursors have their own folder in it. */
  folder: string
}

const LOGS = [
  { kind: 'registration', name: 'registrations' },
  { kind: 'message', name: 'contact-messages' },
] as const

/** Notifies the vendor of each new lead through every channel. */
export async function createNotifications({ channels, logs, folder, ...options }: NotificationsOptions) {
  const pairs = channels.flatMap((channel) => LOGS.map((one) => ({ channel, ...one })))
  const followers = await Promise.all(
    pairs.map(({ channel, kind, name }) => {
      const file = join(folder, 'cursors', `${name}.${channel.name}.json`)
      return followLog({ kind, lines: logs[kind], channel, file, ...options })
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
