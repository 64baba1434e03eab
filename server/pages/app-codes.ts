import { appCodeUrl, pagePaths } from '#contract/paths.ts'
import type { Page } from '#server/http/endpoint.ts'
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
export function appCodes({ publicUrl, slug }: AppCodeOptions): Page[] {
  if (!publicUrl) return []
  return Object.entries(appPages).map(([app, pathOf]) => {
    const send = createPrecompressed(headers)
    return { path: appCodeUrl(app), handle: ({ request }) => send(request, codeSvg(publicUrl + pathOf(slug()))) }
  })
}

/** Black on white in both themes, as readers of codes expect. */
function codeSvg(url: string): string {
  const { size, path } = qrCode(url)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
}
