import { join } from 'node:path'
import { Elysia } from 'elysia'
import { dark } from '#client/app/theme/tokens.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Site } from '#contract/site.ts'
import { rejectOtherMethods } from '#server/http/errors.ts'
import { assetHeaders, precompress, respond } from '#server/http/responses.ts'
import { readManifest } from '#server/http/static-files.ts'
import { MANIFEST_PATH } from './document.ts'

/** Requested by clients that do not read the HTML, at paths of their choice. */
const WELL_KNOWN = {
  '/favicon.ico': { file: 'icons/favicon.ico', type: 'image/x-icon' },
  '/apple-touch-icon.png': { file: 'icons/apple-touch-icon.png', type: 'image/png' },
}
const DAY = 'public, max-age=86400'

/** The web manifest, with the current name of the site, and icons at well-known paths. Throws `BuildMissingError`. */
export async function brandRoutes({ dist, site }: { dist: string; site: () => Site }) {
  const { statics } = await readManifest(dist)
  const headers = { ...assetHeaders, 'cache-control': 'no-cache', 'content-type': 'application/manifest+json' }
  const app = new Elysia({ name: 'brand' })
    .get(MANIFEST_PATH, async ({ request }) => {
      const manifest = webManifest(site(), (name) => statics[name] ?? '')
      return respond(request, await precompress(manifest, headers))
    })
    .use(rejectOtherMethods({ [MANIFEST_PATH]: ['GET'] }))
  for (const [path, { file, type }] of Object.entries(WELL_KNOWN)) {
    const bytes = await Bun.file(join(dist, statics[file] ?? '')).bytes()
    const iconHeaders = { ...assetHeaders, 'cache-control': DAY, 'content-type': type }
    app.get(path, () => new Response(bytes, { headers: iconHeaders })).use(rejectOtherMethods({ [path]: ['GET'] }))
  }
  return app
}

function webManifest({ name, description }: Site, statics: (name: string) => string): string {
  const maskable = (size: number) => ({
    src: statics(`icons/maskable-${size}.png`),
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose: 'maskable',
  })
  return JSON.stringify({
    name,
    short_name: name,
    description,
    lang: 'en-US',
    id: pagePaths.home,
    start_url: pagePaths.home,
    scope: pagePaths.home,
    categories: ['business', 'productivity'],
    display: 'browser',
    theme_color: dark.bg,
    background_color: dark.bg,
    icons: [
      { src: statics('favicon.svg'), sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      maskable(192),
      maskable(512),
    ],
  })
}
