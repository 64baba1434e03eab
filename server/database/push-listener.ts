import { SQL } from 'bun'

/** Other sites of the same database fetch for nothing. */
export const PUSH_CHANNEL = 'site_push'
/** Until the first connection; then the driver reconnects. */
const RETRY_MS = 2_000

export type PushListener = (listener: () => void) => () => void

/** Calls a listener after each push of any replica, and whenever a connection is made, because notifications are not kept. */
export const createPushListener =
  (url: string): PushListener =>
  (listener) => {
    const sql = new SQL(url, { max: 1, idleTimeout: 0 })
    let timer: Timer | undefined
    let closed = false
    const listen = () => {
      sql.listen(PUSH_CHANNEL, listener, listener).catch(() => {
        if (!closed) timer = setTimeout(listen, RETRY_MS).unref()
      })
    }
    listen()
    return () => {
      closed = true
      clearTimeout(timer)
      sql.close({ timeout: 0 }).catch(() => {})
    }
  }
