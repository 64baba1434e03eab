import { AsyncLocalStorage } from 'node:async_hooks'

/** The current request, in async local storage so that every log line names it. */
export type RequestContext = {
  /** Short and not secret: users quote it to find their request in the log. */
  readonly id: string
  /** The matched pattern, never the path itself: `/api/blog-posts/:id`. */
  route: string
  /** Background work and timers that outlive the request do not belong to it. */
  isFinished: boolean
}

const storage = new AsyncLocalStorage<RequestContext>()

export const runInRequest = <Result>(context: RequestContext, work: () => Result): Result => storage.run(context, work)

/** Returns `undefined` outside of a request. */
export function currentRequest(): RequestContext | undefined {
  const context = storage.getStore()
  return context?.isFinished ? undefined : context
}
