import { describe, expect, test } from 'bun:test'
import { addRoutes, findPage } from '#client/app/routing/find-page.ts'
import { chunkOf, createNavigationCache, reloadOnPreloadError } from '#client/app/routing/navigation-cache.ts'
import { type AnyRoute, route } from '#client/app/routing/route.ts'
import { siteRoutes } from '#client/app/routing/routes.ts'
import { PRELOAD_ERROR } from '#client/lib/loading.ts'
import { aStorage } from '#tests/api/a-browser.ts'
import { aList, aPost } from '#tests/helpers/cards.ts'

const lost = new Error('404')
const aRoute = (component: () => Promise<{ default: () => null }>): AnyRoute =>
  route({
    path: '/x',
    file: 'x.tsx',
    component: async () => ({ ...(await component()), head: () => ({ title: '', description: '' }) }),
    load: async () => null,
    loadingLabel: '',
    fallbackLink: { to: '/', label: '' },
    frame: 'site',
  })
const stranded = aRoute(() => Promise.reject(lost))
/** Whether the promise is settled or still pending after all ready callbacks. */
const outcome = (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => 'done',
      () => 'failed',
    ),
    Bun.sleep(0).then(() => 'waiting'),
  ])

describe('the preload-error event', () => {
  test('is raised with the failure as detail when page code fails to load, and the failure is rethrown', async () => {
    const target = new EventTarget()
    const heard: unknown[] = []
    target.addEventListener(PRELOAD_ERROR, (event) => heard.push(event instanceof CustomEvent && event.detail))
    await expect(chunkOf(stranded, target)).rejects.toBe(lost)
    expect(heard).toEqual([lost])
  })

  test('suppresses the failure when it is canceled', async () => {
    const target = new EventTarget()
    target.addEventListener(PRELOAD_ERROR, (event) => event.preventDefault())
    expect(await outcome(chunkOf(stranded, target))).toBe('waiting')
  })

  /** A window with the app's listener; `reloads` counts. */
  function aTab({ answer = async () => new Response() as Response | never, typed = false } = {}) {
    const target = new EventTarget()
    const reloads: string[] = []
    const listen = (build: string) => reloadOnPreloadError(build, tab, () => typed)
    const tab = {
      addEventListener: target.addEventListener.bind(target),
      sessionStorage: aStorage(),
      fetch: answer,
      location: { href: '/blog', reload: () => void reloads.push('reload') },
    }
    return { target, reloads, listen }
  }
  const fail = async (target: EventTarget) => {
    await chunkOf(stranded, target).catch(() => {})
    await Bun.sleep(0)
  }

  test('makes the app reload the page once per build', async () => {
    const { target, reloads, listen } = aTab()
    listen('build-1')
    await fail(target)
    await fail(target)
    expect(reloads).toHaveLength(1)
    listen('build-2')
    await fail(target)
    expect(reloads).toHaveLength(2)
  })

  test('does not reload while the server is unreachable or when it is canceled', async () => {
    const offline = aTab({ answer: () => Promise.reject(new TypeError('offline')) })
    offline.listen('build')
    await fail(offline.target)
    const taken = aTab()
    taken.listen('build')
    taken.target.addEventListener(PRELOAD_ERROR, (event) => event.preventDefault())
    chunkOf(stranded, taken.target)
    await Bun.sleep(0)
    expect([offline.reloads, taken.reloads]).toEqual([[], []])
  })

  test('does not reload a page with a filled-in form', async () => {
    const { target, reloads, listen } = aTab({ typed: true })
    listen('build')
    await fail(target)
    expect(reloads).toEqual([])
  })
})

describe('pages in the memory of a tab', () => {
  addRoutes(siteRoutes)
  const blog = findPage({ pathname: '/blog', search: '' }, 'acme')
  const post = findPage({ pathname: '/blog/plan-a-bake', search: '?utm=x' }, 'acme')
  if (!blog || !post) throw new Error('the blog has moved')
  const nobody = async () => undefined
  const nothing = {
    post: nobody,
    author: nobody,
    landing: nobody,
    pageTexts: async () => null,
    term: nobody,
    categories: async () => [],
    tags: async () => [],
    plans: async () => [],
  }
  function aTab() {
    const asked: string[] = []
    let clock = 0
    const api = {
      ...nothing,
      async cards() {
        asked.push('list')
        return aList([])
      },
      async post(id: string) {
        asked.push(id)
        return aPost()
      },
    }
    return { ...createNavigationCache(api, () => clock, new EventTarget()), asked, wait: (ms: number) => (clock += ms) }
  }

  test('are rendered at once after a prefetch', async () => {
    const { prefetch, open, peek, asked } = aTab()
    prefetch(post)
    prefetch(post)
    await open(post)
    expect(peek(post, false)?.data).toEqual({ asked: 'plan-a-bake', post: aPost() })
    expect(asked).toEqual(['plan-a-bake'])
  })

  test('are loaded again for a link after a while, and restored by back and forward', async () => {
    const { open, peek, wait } = aTab()
    await open(blog)
    wait(60_000)
    expect([peek(blog, false), peek(blog, true)?.data]).toEqual([undefined, { ...aList([]), categories: [] }])
  })

  test('are requested again after a failure', async () => {
    let fails = true
    const cards = async () => (fails ? Promise.reject(lost) : aList([]))
    const { open } = createNavigationCache({ ...nothing, cards }, Date.now, new EventTarget())
    await expect(open(blog)).rejects.toBe(lost)
    fails = false
    expect((await open(blog)).data).toEqual({ ...aList([]), categories: [] })
  })
})
