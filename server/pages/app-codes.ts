import { Elysia } from 'elysia'
import { appCodeUrl, pagePaths } from '#contract/paths.ts'
import { assetHeaders, createPrecompressed } from '#server/http/responses.ts'
import { qrCode } from '#server/text/scan/qr-code.ts'

const headers = { ...assetHeaders, 'cache-control': 'no-cache', 'content-type': 'image/svg+xml; charset=utf-8' }
const appPages = { driver: pagePaths.driverApp, operator: pagePaths.operatorApp }

type AppCodeOptions = {
  /** Origin of absolute URLs. Without it there are no codes. */
  publicUrl: string | undefined
  /** The product's part of URLs. */
  slug(): string
}

/** QR codes that open the pages of the two apps on a phone. */
export function appCodeRoutes({ publicUrl, slug }: AppCodeOptions) {
  const routes = new Elysia({ name: 'app-codes' })
  if (!publicUrl) return routes
  for (const [app, pathOf] of Object.entries(appPages)) {
    const send = createPrecompressed(headers)
    routes.get(appCodeUrl(app), ({ request }) => send(request, codeSvg(publicUrl + pathOf(slug()))))
  }
  return routes
}

/** Black on white in both themes, as readers of codes expect. */
function codeSvg(url: string): string {
  const { size, path } = qrCode(url)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
}
