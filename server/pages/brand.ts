import { join } from 'node:path'
import { dark } from '#client/app/theme/tokens.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Site } from '#contract/site.ts'
import type { Page } from '#server/http/endpoint.ts'
import { assetHeaders, createPrecompressed } from '#server/http/responses.ts'
import type { Manifest } from '#server/http/static-files.ts'
import { MANIFEST_PATH } from './document.ts'

type BrandOptions = { dist: string; manifest: Manifest; site: () => Site }

/** The web manifest, with the current name of the site, and icons that clients request without reading the HTML. */
export async function brandFiles({ dist, manifest, site }: BrandOptions): Promise<Page[]> {
  const staticUrl = (name: string) => manifest.statics[name] ?? ''
  const icon = async (name: string, type: string) => {
    const bytes = await Bun.file(join(dist, staticUrl(name))).bytes()
    const headers = { ...assetHeaders, 'cache-control': 'public, max-age=86400', 'content-type': type }
    return () => new Response(bytes, { headers })
  }
  const headers = { ...assetHeaders, 'cache-control': 'no-cache', 'content-type': 'application/manifest+json' }
  const sendManifest = createPrecompressed(headers)
  return [
    { path: '/favicon.ico', handle: await icon('icons/favicon.ico', 'image/x-icon') },
    { path: '/apple-touch-icon.png', handle: await icon('icons/apple-touch-icon.png', 'image/png') },
    { path: MANIFEST_PATH, handle: ({ request }) => sendManifest(request, webManifest(site(), staticUrl)) },
  ]
}

function webManifest({ name, description }: Site, staticUrl: (name: string) => string): string {
  const maskable = (size: number) => {
    const src = staticUrl(`icons/maskable-${size}.png`)
    return { src, sizes: `${size}x${size}`, type: 'image/png', purpose: 'maskable' }
  }
  const favicon = { src: staticUrl('favicon.svg'), sizes: 'any', type: 'image/svg+xml', purpose: 'any' }
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
    icons: [favicon, maskable(192), maskable(512)],
  })
}
