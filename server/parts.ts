import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MESSAGES_PER_ADDRESS, SIGN_UPS_PER_ADDRESS, WRITES_WINDOW_MS } from '#contract/limits.ts'
import { createAdmin } from '#server/admin/admin.ts'
import type { HashCost } from '#server/admin/passwords.ts'
import { createNames } from '#server/blog/names.ts'
import { createPosts } from '#server/blog/posts.ts'
import { createReading } from '#server/blog/reading.ts'
import { createRenderer } from '#server/blog/renderer.ts'
import { type CaptchaWork, createCaptcha } from '#server/captcha/captcha.ts'
import { createMessages } from '#server/contact/messages.ts'
import { changedKeys } from '#server/content/changed.ts'
import { createContent } from '#server/content/create-content.ts'
import { createSchedule } from '#server/content/schedule.ts'
import { keptKey } from '#server/files/kept-key.ts'
import type { LogDisk } from '#server/files/log-disk.ts'
import { createAddressLimits } from '#server/http/address-limits.ts'
import { builtAssets } from '#server/http/built-assets.ts'
import type { Log } from '#server/http/log.ts'
import { readManifest } from '#server/http/manifest.ts'
import { factsOf } from '#server/http/on-error.ts'
import { createLandings } from '#server/landing/landings.ts'
import { leadFiles } from '#server/leads/lead-files.ts'
import { createLeadIndex } from '#server/leads/lead-index.ts'
import { createLeads } from '#server/leads/leads.ts'
import { createPictures } from '#server/media/pictures.ts'
import { createChannels } from '#server/notifications/channels.ts'
import { createNotifications } from '#server/notifications/notifications.ts'
import { brandRoutes } from '#server/pages/brand-routes.ts'
import { createPages } from '#server/pages/pages.ts'
import { createPrices } from '#server/pricing/prices.ts'
import { createHash } from '#server/registration/hash-password.ts'
import { createRegistrations } from '#server/registration/registrations.ts'
import type { Config } from './config.ts'
import { siteFacts } from './site-facts.ts'

/** What surrounds the site. */
export type World = {
  now(): Date
  log: Log
  /** A line for whoever starts the server. */
  print(line: string): void
  /** Where the build of the client is. */
  dist: string
  /** What a guess of the password costs: cheap in tests. */
  hashCost?: HashCost
  /** Where the logs of what visitors send are written: full, or failing, in tests. */
  logDisk?: LogDisk
  /** What a solution of the captcha costs: little in tests. */
  captchaWork?: CaptchaWork
}

/**
 * Everything that the routes act on, ready: content read, administrator known, pages drawn when content or time asks for it.
 * Throws `ContentUnusable`, `AdministratorUnusable`, `KeyUnusable` or `NotBuilt`, each with a sentence for whoever starts the server.
 */
export async function createParts(config: Config, world: World) {
  const { now, log, dist } = world
  const publicDir = join(config.storageDir, 'public')
  const privateDir = join(config.storageDir, 'private')
  const cacheDir = join(privateDir, 'html')
  const renderer = createRenderer({ cacheDir })
  // Nothing was ever rendered here: its worker starts while the content is read, for the first page will wait for it.
  if (!existsSync(cacheDir)) renderer.warm().catch((error) => log.error('renderer not warmed', factsOf(error)))
  const content = await createContent({ dir: config.contentDir, log })
  const reading = createReading({ content, renderer, now, log })
  const landings = createLandings({ content })
  const prices = createPrices({ content })
  const { slug } = content.snapshot().site
  const captchaSolver = config.captcha ? (await readManifest(dist)).captcha : undefined

  const [admin, forms, assets, brand, pages] = await Promise.all([
    createAdmin({ ...world, ...adminVariables(config), folder: privateDir, slug }),
    createForms(config, world, privateDir),
    builtAssets(dist),
    brandRoutes({ dist, site: () => content.snapshot().site }),
    createPages({
      dist,
      api: (uses) => ({ ...reading.api(uses), ...landings.api(uses), ...prices.api(uses) }),
      facts: siteFacts({ content, renderer, now, captcha: captchaSolver }),
      slug: () => content.snapshot().site.slug,
      tls: config.publicUrl?.startsWith('https:') ?? false,
      publicUrl: config.publicUrl,
      log,
      now,
    }),
  ])
  const redraw = (keys: Set<string>) => pages.refresh([...keys])
  content.onChange((before, after) => redraw(changedKeys(before, after)))
  const schedule = createSchedule({ content, now, onDue: redraw })
  const notifications = await createNotifications({
    channels: createChannels(config, () => content.snapshot().site.name, now),
    logs: [
      { name: 'registrations', kind: 'registration', lines: forms.registrations.lines },
      { name: 'contact-messages', kind: 'message', lines: forms.messages.lines },
    ],
    folder: privateDir,
    now,
    log,
  })

  return {
    content,
    ...admin,
    ...forms,
    renderer,
    reading,
    landings,
    prices,
    posts: createPosts({ content, pictures: createPictures({ dir: publicDir }), renderer, now }),
    names: createNames({ content }),
    assets,
    brand,
    pages,
    notifications,
    publicDir,
    trustedProxies: config.trustedProxies,
    now,
    log,
    /** Ends what would keep the process alive; returns once what visitors sent is written. */
    async close() {
      schedule.close()
      pages.close()
      renderer.close()
      await Promise.all([
        notifications.close(),
        forms.registrations.close(),
        forms.messages.close(),
        forms.leads.close(),
      ])
    },
  }
}

/** What visitors send, and how much of it an address may. */
async function createForms(
  { rateLimits, captcha }: Config,
  { now, log, hashCost, captchaWork, logDisk: disk }: World,
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
    captcha: captcha ? createCaptcha({ key: await captchaKey(), now, work: captchaWork }) : undefined,
    signUpLimits: limits('Too many sign-ups', SIGN_UPS_PER_ADDRESS),
    messageLimits: limits('Too many messages', MESSAGES_PER_ADDRESS),
  }
}

const adminVariables = ({ adminEmail, adminPassword, jwtSecret, rateLimits }: Config) => ({
  email: adminEmail,
  password: adminPassword,
  secret: jwtSecret,
  rateLimits,
})
