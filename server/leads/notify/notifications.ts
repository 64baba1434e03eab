import { join } from 'node:path'
import type { LeadKind } from '#contract/lead-query.ts'
import type { Log } from '#server/http/log.ts'
import type { LeadReader } from '#server/leads/lead-reader.ts'
import type { AppendLog } from '#server/storage/append-log.ts'
import { removeTemporaryFiles } from '#server/storage/files.ts'
import { type BackOff, type Channel, followLog } from './follow-log.ts'
import { createMail, type MailSettings } from './mail.ts'
import { createWebhook, type WebhookSettings } from './webhook.ts'

type ChannelSettings = {
  /** `undefined`: not configured. */
  mail: MailSettings | undefined
  webhook: WebhookSettings | undefined
  publicUrl: string | undefined
}

/** Creates the configured channels. `site` returns the product's name. */
export function createChannels({ mail, webhook, publicUrl }: ChannelSettings, site: () => string, now: () => Date) {
  const channels: Channel[] = []
  if (mail) channels.push(createMail({ ...mail, site, publicUrl }))
  if (webhook) channels.push(createWebhook(webhook, now))
  return channels
}

type NotificationsOptions = {
  channels: Channel[]
  logs: Record<LeadKind, Pick<AppendLog, 'end' | 'onAppend'>>
  leads: Pick<LeadReader, 'firstFrom' | 'lastUntil' | 'lineOf'>
  /** `storage/private`. The offsets have their own folder in it. */
  folder: string
  now(): Date
  log: Log
  backOff?: BackOff | undefined
}

const FILE_NAMES = { registration: 'registrations', message: 'contact-messages' }

/** Notifies the vendor of each new lead through every channel. Throws file system errors of the logs. */
export async function createNotifications({ channels, logs, folder, ...options }: NotificationsOptions) {
  const offsets = join(folder, 'cursors')
  await removeTemporaryFiles(offsets)
  const kinds = ['registration', 'message'] as const
  const pairs = channels.flatMap((channel) => kinds.map((kind) => ({ channel, kind })))
  const followers = await Promise.all(
    pairs.map(({ channel, kind }) => {
      const file = join(offsets, `${FILE_NAMES[kind]}.${channel.name}.json`)
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
