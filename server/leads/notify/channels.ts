import type { Channel } from './channel.ts'
import { createMail } from './mail.ts'
import type { MailSettings } from './mail-settings.ts'
import { createWebhook, type WebhookSettings } from './webhook.ts'

/** What the environment says of it; `undefined`: this channel is not wanted. */
export type ChannelSettings = {
  mail: MailSettings | undefined
  webhook: WebhookSettings | undefined
  publicUrl: string | undefined
}

/** The ways to the vendor that are configured. `site` gives the product's name. */
export function createChannels(settings: ChannelSettings, site: () => string, now: () => Date): Channel[] {
  const { mail, webhook, publicUrl } = settings
  return [
    ...(mail ? [createMail({ ...mail, site, publicUrl })] : []),
    ...(webhook ? [createWebhook(webhook, now)] : []),
  ]
}
