import { join } from 'node:path'
import { Elysia } from 'elysia'
import { MESSAGES_PER_ADDRESS, SIGN_UPS_PER_ADDRESS, WRITES_WINDOW_MS } from '#contract/limits.ts'
import type { Site } from '#contract/site.ts'
import { createRateLimiter } from '#server/http/rate-limiter.ts'
import type { RequestTools } from '#server/http/request-tools.ts'
import { captchaRoutes, createCaptcha } from '#server/leads/captcha/captcha.ts'
import { createMessages } from '#server/leads/contact/messages.ts'
import { contactRoutes } from '#server/leads/contact/routes.ts'
import { createChannels } from '#server/leads/notify/channels.ts'
import { createNotifications } from '#server/leads/notify/notifications.ts'
import { leadRoutes } from '#server/leads/routes.ts'
import { createPasswordHasher } from '#server/leads/sign-ups/password-hasher.ts'
import { signUpRoutes } from '#server/leads/sign-ups/routes.ts'
import { createSignUps } from '#server/leads/sign-ups/sign-ups.ts'
import { loadOrCreateKey } from '#server/storage/secret-key-file.ts'
import type { Config } from './config.ts'
import { leadFiles } from './leads/lead-files.ts'
import { createLeadIndex } from './leads/lead-index.ts'
import { createLeads } from './leads/leads.ts'
import type { Runtime } from './runtime.ts'

/** A sign-up waits for its password hash. */
const SIGN_UP_TIMEOUT_SECONDS = 60

type Options = {
  /** `storage/private`. */
  folder: string
  site(): Site
  /** Whether the public URL is https. */
  tls: boolean
}

/** Sign-ups, messages, their inbox and notifications. */
export async function createLeadServices(config: Config, runtime: Runtime, { folder, site, tls }: Options) {
  const { rateLimits } = config
  const { now, log, hashCost, captchaWork, logDisk: disk } = runtime
  const limits = (what: string, limit: number) =>
    rateLimits ? createRateLimiter({ what, limit, windowMs: WRITES_WINDOW_MS, now: () => now().getTime() }) : undefined
  const hash = createPasswordHasher(hashCost)
  const files = leadFiles(folder)
  const index = createLeadIndex()
  const [signUps, messages] = await Promise.all([
    createSignUps({ file: files.registration, hash, now, log, disk, seen: index.seen('registration') }),
    createMessages({ file: files.message, now, log, disk, seen: index.seen('message') }),
  ])
  const leads = await createLeads({ registrations: signUps, messages, index, file: files.events, now, log, disk })
  const captchaKey = () =>
    loadOrCreateKey(join(folder, 'captcha.key'), 'forms that are open then solve the captcha anew')
  const captcha = config.captcha ? createCaptcha({ key: await captchaKey(), now, cost: captchaWork }) : undefined
  const logs = [
    { name: 'registrations', kind: 'registration', lines: signUps.lines },
    { name: 'contact-messages', kind: 'message', lines: messages.lines },
  ] as const
  const notifications = await createNotifications({
    channels: createChannels(config, () => site().name, now),
    ...{ logs, folder, now, log },
  })
  const email = () => site().contact.email
  return {
    signUps,
    messages,
    leads,
    logs,
    notifications,
    routes: ({ requireAdmin, addressOf, audit, extendTimeout }: RequestTools) =>
      new Elysia({ name: 'leads' })
        .use(captchaRoutes(captcha))
        .use(
          signUpRoutes({
            ...{ signUps, captcha, addressOf, email, tls },
            limits: limits('Too many sign-ups', SIGN_UPS_PER_ADDRESS),
            extendTimeout: extendTimeout(SIGN_UP_TIMEOUT_SECONDS),
            redirect: () => site().trial_redirect,
          }),
        )
        .use(
          contactRoutes({
            ...{ messages, captcha, addressOf, email, tls },
            limits: limits('Too many messages', MESSAGES_PER_ADDRESS),
          }),
        )
        .use(leadRoutes({ leads, requireAdmin, audit, now })),
    /** Resolves when everything is on disk. */
    async close() {
      await Promise.all([notifications.close(), signUps.close(), messages.close(), leads.close()])
    },
  }
}
