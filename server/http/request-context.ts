import { AsyncLocalStorage } from 'node:async_hooks'

/** The request that is being handled. Ambient on purpose: a line of the log names it, whoever writes that line. */
export type RequestContext = {
  /** Short, and no secret: people quote it, and the log finds it. */
  readonly id: string
  /** The pattern that the router found: `/api/blog-posts/:id`. Never what stands in the address itself. */
  route: string
  /** It is answered: what goes on in the background, and what timers do later, is no part of it. */
  answered: boolean
}

const storage = new AsyncLocalStorage<RequestContext>()

/** Does this for a request; whatever it calls and waits for finds `currentRequest`. */
export const duringRequest = <Result>(context: RequestContext, work: () => Result): Result => storage.run(context, work)

/** The request that this is done for; `undefined` in the background. */
export function currentRequest(): RequestContext | undefined {
  const context = storage.getStore()
  return context?.answered ? undefined : context
}
