import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MESSAGES_PER_ADDRESS, SIGN_UPS_PER_ADDRESS, WRITES_WINDOW_MS } from '#contract/limits.ts'
import { createAdmin } from '#server/admin/admin.ts'
import type { HashCost } from '#server/admin/passwords.ts'
import { createNames } from '#server/blog/names.ts'
import { createPicturesBeside } from '#server/blog/pictures-beside.ts'
import { createPosts } from '#server/blog/posts.ts'
import { createReading } from '#server/blog/reading.ts'
import { createRenderer } from '#server/blog/renderer.ts'
import { createVersionPreview } from '#server/blog/version-preview.ts'
import { createMessages } from '#server/contact/messages.ts'
import { changedKeys } from '#server/content/changed.ts'
import { createContent } from '#server/content/create-content.ts'
import { isReadable } from '#server/content/is-readable.ts'
import { createAddressKeeper } from '#server/content/keep-addresses.ts'
import { createKeeper } from '#server/content/keep-sources.ts'
import { createOldAddresses } from '#server/content/old-addresses.ts'
import { createSchedule, type Timers } from '#server/content/schedule.ts'
import { createSources } from '#server/content/sources.ts'
import { watchContent } from '#server/content/watch/watch-content.ts'
import { realPathInside } from '#server/files/safe-names.ts'
import { createCheckout } from '#server/git/checkout.ts'
import { createHistory } from '#server/history/history.ts'
import { createAddressLimits } from '#server/http/address-limits.ts'
import { builtAssets } from '#server/http/built-assets.ts'
import type { Log } from '#server/http/log.ts'
import { factsOf } from '#server/http/on-error.ts'
import { createLandings } from '#server/landing/landings.ts'
import { createPictures } from '#server/media/pictures.ts'
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
  /** What rings when a post falls due; a test brings its own. */
  timers?: Timers | undefined
}

/**
 * Everything that the routes act on, ready: content read, administrator known, pages drawn when content or time asks for it.
 * Throws `ContentUnusable`, `AdministratorUnusable` or `NotBuilt`, each with a sentence for whoever starts the server.
 */
export async function createParts(config: Config, world: World) {
  const { now, log, dist } = world
  const publicDir = join(config.storageDir, 'public')
  const privateDir = join(config.storageDir, 'private')
  const cacheDir = join(privateDir, 'html')
  const renderer = createRenderer({ cacheDir })
  // Nothing was ever rendered here: its worker starts while the content is read, for the first page will wait for it.
  if (!existsSync(cacheDir)) renderer.warm().catch((error) => log.error('renderer not warmed', factsOf(error)))
  const sources = createSources(join(privateDir, 'sources'))
  const keeper = createKeeper(sources)
  const since = Date.now()
  const author = () => ({ name: 'Administrator', email: admin.administrator.email() })
  const checkout = config.gitCommit
    ? await createCheckout({ ...checkoutOptions(config, world), privateDir, author })
    : undefined
  const content = await createContent({
    dir: config.contentDir,
    log,
    sources,
    readWell: keeper.readWell,
    record: checkout?.record,
  })
  const pictures = createPictures({ dir: publicDir })
  const beside = createPicturesBeside({ content, dir: config.contentDir, pictures, log })
  const reading = createReading({ content, sources, renderer, now, log, beside })
  const landings = createLandings({ content })
  const prices = createPrices({ content })
  const { slug } = content.snapshot().site

  const [admin, forms, assets, brand, pages] = await Promise.all([
    createAdmin({ ...world, ...adminVariables(config), folder: privateDir, slug }),
    createForms(config, world, privateDir),
    builtAssets(dist),
    brandRoutes({ dist, site: () => content.snapshot().site }),
    createPages({
      dist,
      api: (uses) => ({ ...reading.api(uses), ...landings.api(uses), ...prices.api(uses) }),
      facts: siteFacts({ content, renderer, now }),
      slug: () => content.snapshot().site.slug,
      tls: config.publicUrl?.startsWith('https:') ?? false,
      publicUrl: config.publicUrl,
      log,
      now,
    }),
  ])
  const redraw = (keys: Set<string>) => pages.refresh([...keys])
  content.onChange(async () => void (await beside.update()))
  content.onChange((before, after) => redraw(changedKeys(before, after)))
  beside.update().then(redraw, (error) => log.error('pictures beside posts', factsOf(error)))
  const schedule = createSchedule({ content, now, timers: world.timers, onDue: redraw })
  const addresses = createAddressKeeper({
    content,
    sources,
    kept: createOldAddresses(join(privateDir, 'old-addresses.txt')),
    log,
  })
  let watch: ReturnType<typeof watchContent> | undefined

  return {
    content,
    checkout,
    /** Texts of content files by their revision, as far as they are kept. */
    sources,
    ...admin,
    ...forms,
    renderer,
    reading,
    beside,
    landings,
    prices,
    posts: createPosts({ content, sources, pictures, renderer, now }),
    history: createHistory({
      content,
      dir: config.contentDir,
      checkout,
      preview: createVersionPreview({ content, renderer, beside, now }),
      isStored: async (path) => (await realPathInside(publicDir, path)) !== undefined,
    }),
    names: createNames({ content }),
    assets,
    brand,
    pages,
    publicDir,
    trustedProxies: config.trustedProxies,
    log,
    /** From now on the site follows what happens in the content folder, and keeps the good versions of its files. */
    follow() {
      watch ??= watchContent({ content, dir: config.contentDir, log, since })
      addresses.follow()
      keeper.start(content, config.contentDir)
      checkout
        ?.follow({ exclusively: content.exclusively, isReadable })
        .catch((error) => log.error('git', factsOf(error)))
    },
    /** Ends what would keep the process alive; returns once what visitors sent is written. */
    async close() {
      await addresses.close()
      schedule.close()
      pages.close()
      renderer.close()
      await Promise.all([forms.registrations.close(), forms.messages.close(), watch?.close(), checkout?.close()])
      await keeper.close()
    },
  }
}

/** What visitors send, and how much of it an address may. */
async function createForms({ rateLimits }: Config, { now, log, hashCost }: World, folder: string) {
  const limits = (what: string, limit: number) =>
    rateLimits
      ? createAddressLimits({ what, limit, windowMs: WRITES_WINDOW_MS, now: () => now().getTime() })
      : undefined
  const hash = createHash(hashCost)
  const [registrations, messages] = await Promise.all([
    createRegistrations({ file: join(folder, 'registrations.jsonl'), hash, now, log }),
    createMessages({ file: join(folder, 'contact-messages.jsonl'), now, log }),
  ])
  return {
    registrations,
    messages,
    signUpLimits: limits('Too many sign-ups', SIGN_UPS_PER_ADDRESS),
    messageLimits: limits('Too many messages', MESSAGES_PER_ADDRESS),
  }
}

const checkoutOptions = ({ contentDir, gitPush }: Config, { now, log }: World) => ({
  dir: contentDir,
  push: gitPush,
  now,
  log,
})

const adminVariables = ({ adminEmail, adminPassword, jwtSecret, rateLimits }: Config) => ({
  email: adminEmail,
  password: adminPassword,
  secret: jwtSecret,
  rateLimits,
})
