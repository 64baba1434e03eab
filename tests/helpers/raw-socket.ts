import { connect } from 'node:net'

/** The received bytes of a socket, and after how many milliseconds the server closed it (`undefined`: it did not). */
export type RawAnswer = { text: string; status: number; head: string; body: string; closedAfterMs: number | undefined }

type Options = {
  /** Ends what hangs. Busy machines take many times as long as idle ones. */
  patienceMs?: number
  /** Whether these bytes are all that the test is about: the server may leave the connection open. */
  isEnough?(text: string): boolean
}

/**
 * Sends raw bytes and waits until the server closes the connection, it `isEnough` or `patienceMs` pass. `pieces` are sent one after the other, each
 * when the previous one was written; the rest is dropped when the server closes.
 */
export function rawSocket(
  url: string,
  pieces: Iterable<string | Uint8Array>,
  { patienceMs = 30_000, isEnough = () => false }: Options = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const started = performance.now()
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(Number(port), hostname)
    const finish = (closedAfterMs: number | undefined) => {
      clearTimeout(timeout)
      socket.destroy()
      resolve({ ...parts(text), closedAfterMs })
    }
    const timeout = setTimeout(() => finish(undefined), patienceMs)
    socket.on('data', (data) => {
      text += data
      if (isEnough(text)) finish(undefined)
    })
    socket.on('error', () => {})
    socket.on('close', () => finish(performance.now() - started))
    const rest = pieces[Symbol.iterator]()
    const sendNext = () => {
      const next = rest.next()
      if (!next.done && !socket.destroyed) socket.write(next.value, sendNext)
    }
    sendNext()
  })
}

function parts(text: string) {
  const [head = '', ...body] = text.split('\r\n\r\n')
  return { text, status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: body.join('\r\n\r\n') }
}
