import { join } from 'node:path'
import { MESSAGES_PER_ADDRESS, SIGN_UPS_PER_ADDRESS, WRITES_WINDOW_MS } from '#contract/limits.ts'
import { createAddressLimits } from '#server/http/rate-limiter.ts'
import { createCaptcha } from '#server/leads/captcha/captcha.ts'
import { createMessages } from '#server/leads/contact/messages.ts'
import { createPasswordHasher } from '#server/leads/sign-ups/password-hasher.ts'
import { createSignUps } from '#server/leads/sign-ups/sign-ups.ts'
import { loadOrCreateKey } from '#server/storage/secret-key-file.ts'
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
  return {
    signUps,
    messages,
    leads,
    captcha: captcha ? createCaptcha({ key: await captchaKey(), now, cost: captchaWork }) : undefined,
    signUpLimits: limits('Too many sign-ups', SIGN_UPS_PER_ADDRESS),
    messageLimits: limits('Too many messages', MESSAGES_PER_ADDRESS),
    /** What the vendor is told of. */
    logs: [
      { name: 'registrations', kind: 'registration', lines: signUps.lines },
      { name: 'contact-messages', kind: 'message', lines: messages.lines },
    ] as const,
    /** Returns once everything is written. */
    close: async () => void (await Promise.all([signUps.close(), messages.close(), leads.close()])),
  }
}
