import { join } from 'node:path'
import { MESSAGES_PER_ADDRESS, SIGN_UPS_PER_ADDRESS, WRITES_WINDOW_MS } from '#contract/limits.ts'
import { createAddressLimits } from '#server/http/rate-limiter.ts'
import { createCaptcha } from '#server/leads/captcha/captcha.ts'
import { createMessages } from '#server/leads/contact/messages.ts'
import { createHash } from '#server/leads/sign-ups/hash-password.ts'
import { createRegistrations } from '#server/leads/sign-ups/sign-ups.ts'
import { keptKey } from '#server/storage/secret-key-file.ts'
import type { Config } from './config.ts'
import { leadFiles } from './leads/lead-files.ts'
import { createLeadIndex } from './leads/lead-index.ts'
import { createLeads } from './leads/leads.ts'
import type { Runtime } from './runtime.ts'

/** What visitors send, what becomes of it, and how much of it an address may. `folder` is `storage/private`. */
export async function createForms(
  { rateLimits, captcha }: Config,
  { now, log, hashCost, captchaWork, logDisk: disk }: Runtime,
  folder: string,
) {
  const limits = (what: string, limit: number) =>
    rateLimits
      ? createAddressLimits({ what, limit, windowMs: WRITES_WINDOW_MS, now: () => now().getTime() })
      : undefined
  const hash = createHash(hashCost)
  const files = leadFiles(folder)
  const index = createLeadIndex()
  const [registrations, messages] = await Promise.all([
    createRegistrations({ file: files.registration, hash, now, log, disk, seen: index.seen('registration') }),
    createMessages({ file: files.message, now, log, disk, seen: index.seen('message') }),
  ])
  const leads = await createLeads({ registrations, messages, index, file: files.events, now, log, disk })
  const captchaKey = () => keptKey(join(folder, 'captcha.key'), 'forms that are open then solve the captcha anew')
  return {
    registrations,
    messages,
    leads,
    captcha: captcha ? createCaptcha({ key: await captchaKey(), now, cost: captchaWork }) : undefined,
    signUpLimits: limits('Too many sign-ups', SIGN_UPS_PER_ADDRESS),
    messageLimits: limits('Too many messages', MESSAGES_PER_ADDRESS),
    /** What the vendor is told of. */
    logs: [
      { name: 'registrations', kind: 'registration', lines: registrations.lines },
      { name: 'contact-messages', kind: 'message', lines: messages.lines },
    ] as const,
    /** Returns once everything is written. */
    close: async () => void (await Promise.all([registrations.close(), messages.close(), leads.close()])),
  }
}
