import type { BrowserContext, Page } from 'playwright'

/** Everything that ran, or went elsewhere, in any page of a context, with its place. */
export type Breaches = { executed: string[]; foreign: string[]; violations: string[] }

/** Watches all pages of a context; call it before they open. `url`: the site's own origin. */
export async function watch(context: BrowserContext, url: string): Promise<Breaches> {
  const breaches: Breaches = { executed: [], foreign: [], violations: [] }
  const ran = (what: string, where: string) => breaches.executed.push(`${what} on ${where}`)
  await context.exposeBinding('tellTest', ({ frame }, kind: string, what: string) => {
    if (kind === 'violation') breaches.violations.push(`${what} on ${frame.url()}`)
    else ran(what, frame.url())
  })
  await context.addInitScript(hook)
  await context.route(
    (address) => address.origin !== url && !/^(?:data|blob):$/.test(address.protocol),
    (route) => {
      breaches.foreign.push(`${route.request().url()} from ${route.request().frame().url()}`)
      return route.abort()
    },
  )
  const own = (address: string) => address === 'about:blank' || address.startsWith(`${url}/`)
  context.on('page', (page: Page) => {
    page.on('dialog', (dialog) => {
      ran('dialog', page.url())
      dialog.dismiss().catch(() => {})
    })
    page.on('frameattached', () => ran('frame', page.url()))
    page.on('popup', () => ran('popup', page.url()))
    page.on('framenavigated', (frame) => {
      if (!own(frame.url())) ran('navigation', frame.url())
    })
  })
  return breaches
}

/** Runs in the page first: functions that attacks call to show that they run report to the test instead. */
function hook() {
  const reporter: unknown = Reflect.get(window, 'tellTest')
  if (typeof reporter !== 'function') return
  for (const name of ['alert', 'confirm', 'prompt', 'print'])
    Reflect.set(window, name, () => {
      reporter('executed', name)
    })
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    reporter('violation', `${violatedDirective} ${blockedURI}`),
  )
}
