const SCRIPT_PATH = '/dev/reload.js'
const EVENTS_PATH = '/dev/events'
const SCRIPT = `new EventSource('${EVENTS_PATH}').onmessage = () => location.reload()`
const TAG = `<script type="module" src="${SCRIPT_PATH}"></script></body>`

type DevProxy = { url: string; reloadBrowsers(): void; stop(): Promise<void> }

/**
 * A proxy in front of the development site that adds a live-reload script to every page. The site does not know about it. `ready`
 * resolves when the site answers; until then requests wait.
 */
export function devProxy(port: number, site: string, ready: () => Promise<void>): DevProxy {
  const browsers = new Set<ReadableStreamDefaultController<string>>()

  function events(): Response {
    let own: ReadableStreamDefaultController<string>
    const stream = new ReadableStream<string>({
      start(controller) {
        own = controller
        browsers.add(controller)
        controller.enqueue('retry: 300\n\n')
      },
      cancel: () => void browsers.delete(own),
    })
    return new Response(stream, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } })
  }

  async function forward(request: Request): Promise<Response> {
    await ready()
    const { pathname, search } = new URL(request.url)
    const headers = new Headers(request.headers)
    headers.set('accept-encoding', 'identity')
    headers.delete('if-none-match')
    const { method, body } = request
    const answer = await fetch(site + pathname + search, { method, body, headers, redirect: 'manual' }).catch(
      notRunning,
    )
    return answer.headers.get('content-type')?.startsWith('text/html') ? withScript(answer) : answer
  }

  const server = Bun.serve({
    port,
    idleTimeout: 0,
    fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === EVENTS_PATH) return events()
      if (pathname === SCRIPT_PATH) return new Response(SCRIPT, { headers: { 'content-type': 'text/javascript' } })
      return forward(request)
    },
  })
  return {
    url: server.url.href,
    reloadBrowsers() {
      for (const browser of browsers) browser.enqueue('data: reload\n\n')
    },
    stop: () => server.stop(true),
  }
}

/** The connection stays open, so that the page reloads after the next change. */
const notRunning = () =>
  new Response('<!doctype html><body>The site does not run. The terminal says why.</body>', {
    status: 502,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })

async function withScript(page: Response): Promise<Response> {
  const headers = new Headers(page.headers)
  for (const name of ['content-length', 'etag']) headers.delete(name)
  const html = await page.text()
  return new Response(html.replace('</body>', TAG), { status: page.status, headers })
}
