import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createAdmin } from '#server/admin/admin.ts'
import type { HashCost } from '#server/admin/passwords.ts'
import { createNames } from '#server/blog/names.ts'
import { createPosts } from '#server/blog/posts.ts'
import { createReading } from '#server/blog/reading.ts'
import { createRenderer } from '#server/blog/renderer.ts'
import { changedKeys } from '#server/content/changed.ts'
import { createContent } from '#server/content/create-content.ts'
import { createSchedule } from '#server/content/schedule.ts'
import { builtAssets } from '#server/http/built-assets.ts'
import type { Log } from '#server/http/log.ts'
import { factsOf } from '#server/http/on-error.ts'
import { createLandings } from '#server/landing/landings.ts'
import { createPictures } from '#server/media/pictures.ts'
import { brandRoutes } from '#server/pages/brand-routes.ts'
import { createPages } from '#server/pages/pages.ts'
import { createPrices } from '#server/pricing/prices.ts'
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
  const content = await createContent({ dir: config.contentDir, log })
  const reading = createReading({ content, renderer, now, log })
  const landings = createLandings({ content })
  const prices = createPrices({ content })
  const { slug } = content.snapshot().site

  const [admin, assets, brand, pages] = await Promise.all([
    createAdmin({ ...world, ...adminVariables(config), folder: privateDir, slug }),
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
  content.onChange((before, after) => redraw(changedKeys(before, after)))
  const schedule = createSchedule({ content, now, onDue: redraw })

  return {
    content,
    ...admin,
    renderer,
    reading,
    landings,
    prices,
    posts: createPosts({ content, pictures: createPictures({ dir: publicDir }), renderer, now }),
    names: createNames({ content }),
    assets,
    brand,
    pages,
    publicDir,
    trustedProxies: config.trustedProxies,
    log,
    /** Ends what would keep the process alive. */
    close() {
      schedule.close()
      pages.close()
      renderer.close()
    },
  }
}

const adminVariables = ({ adminEmail, adminPassword, jwtSecret, rateLimits }: Config) => ({
  email: adminEmail,
  password: adminPassword,
  secret: jwtSecret,
  rateLimits,
})
