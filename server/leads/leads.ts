import { MESSAGES_PER_ADDRESS, SIGN_UPS_PER_ADDRESS, WRITES_WINDOW_MS } from '#contract/limits.ts'
import type { Site } from '#contract/site.ts'
import type { HashCost } from '#server/admin/people/passwords.ts'
import { captchaEndpoint, createCaptcha, type ProofCost } from '#server/http/proof-of-work.ts'
import type { Tls } from '#server/http/strict-transport.ts'
import { createNotifications } from '#server/leads/notify/follow-log.ts'
import { createMail } from '#server/leads/notify/mail.ts'
import { createWebhook, type WebhookSettings } from '#server/leads/notify/webhook.ts'
import { type LeadLogsOptions, openLeadLogs } from '#server/leads/records/lead-logs.ts'
import type { Log } from '#server/lib/log.ts'
import type { MailSettings } from '#server/lib/mailer.ts'
import { createRateLimiter } from '#server/lib/rate-limiter.ts'
import { contactEndpoint, signUpEndpoints } from './form-endpoints.ts'
import { createInbox } from './inbox.ts'
import { leadEndpoints } from './lead-endpoints.ts'
import { createMessages } from './messages.ts'
import { createPasswordHasher, createSignUps } from './sign-ups.ts'

type LeadConfig = {
  privateDir: string
  rateLimits: boolean
  captcha: boolean
  mail: MailSettings | undefined
  webhook: WebhookSettings | undefined
  publicUrl: string | undefined
}
type LeadDeps = Pick<LeadLogsOptions, 'cacheDb' | 'database'> & {
  now(): Date
  log: Log
  /** Low in tests, like `captchaWork`. */
  hashCost?: HashCost
  captchaWork?: ProofCost
  logDisk?: LeadLogsOptions['disk']
  site(): Site
  tls: Tls
}

/** Sign-ups, messages, their inbox and notifications. `tls`: the public URL is https. */
export async function createLeadServices(config: LeadConfig, deps: LeadDeps) {
  const { rateLimits, privateDir: folder, mail } = config
  const { cacheDb, database, site, tls, now, log, hashCost, captchaWork: cost, logDisk: disk } = deps
  const limits = (what: string, limit: number) =>
    rateLimits ? createRateLimiter({ what, limit, windowMs: WRITES_WINDOW_MS, now: () => now().getTime() }) : undefined
  const { logs, model, cursorsOf, close } = await openLeadLogs(folder, { cacheDb, log, disk, database })
  const signUps = createSignUps({ lines: logs.registration, model, hash: createPasswordHasher(hashCost), now, log })
  const messages = createMessages({ lines: logs.message, model, now, log })
  // Brings the model up to date before the server listens.
  const inbox = await createInbox({ logs, model, folder, database, now, log })
  const captcha = config.captcha ? await createCaptcha({ folder, database, now, cost }) : undefined
  const channels = [
    ...(mail?.to ? [createMail({ ...mail, to: mail.to, site: () => site().name, publicUrl: config.publicUrl })] : []),
    ...(config.webhook ? [createWebhook(config.webhook, now)] : []),
  ]
  const notifications = await createNotifications({ channels, logs, cursorsOf, leads: inbox, now, log })
  return {
    signUps,
    messages,
    inbox,
    logs: [
      { name: 'registrations', lines: logs.registration },
      { name: 'contact-messages', lines: logs.message },
    ],
    notifications,
    /** By the headings of the API's description. */
    endpoints() {
      const form = { captcha, email: () => site().contact.email, tls }
      const signUpForm = {
        ...form,
        signUps,
        limits: limits('Too many sign-ups', SIGN_UPS_PER_ADDRESS),
        redirect: () => site().trial_redirect,
      }
      const messageForm = { ...form, messages, limits: limits('Too many messages', MESSAGES_PER_ADDRESS) }
      return {
        visitors: [...signUpEndpoints(signUpForm), contactEndpoint(messageForm), captchaEndpoint(captcha)],
        leads: leadEndpoints({ inbox, now }),
      }
    },
    /** Resolves when everything is on disk. */
    close: () => Promise.all([notifications.close(), close()]),
  }
}
