/** Browser storage in memory. */
export function aStorage(entries: Record<string, string> = {}) {
  const entriesByKey = new Map(Object.entries(entries))
  return {
    getItem: (key: string) => entriesByKey.get(key) ?? null,
    setItem: (key: string, value: string) => void entriesByKey.set(key, value),
    removeItem: (key: string) => void entriesByKey.delete(key),
  }
}

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> }

/** The browser features that a request needs; every request gets this response. `calls` are the requests, `went` the navigations. */
export function aBrowser({ status = 200, body = {}, headers = {} }: Answer = {}, token?: string) {
  const calls: Request[] = []
  const went: string[] = []
  const localStorage = aStorage(token === undefined ? {} : { admin_token: token })
  const browser = {
    fetch: async (path: string, init: RequestInit) => {
      calls.push(new Request(`http://localhost${path}`, init))
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
    },
    location: { assign: (url: string | URL) => void went.push(String(url)), reload: () => void went.push('reload') },
    localStorage,
    sessionStorage: aStorage(),
  }
  return { browser, calls, went, token: () => localStorage.getItem('admin_token') }
}
