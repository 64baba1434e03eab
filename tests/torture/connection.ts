import { connect, type Socket } from 'node:net'

/**
 * The outcome of a request: `refused` was never connected; `unheard` was sent, and the connection ended without a response; `cut`
 * got a partial response.
 */
export type Fate = { how: 'answered'; status: number; lastOne: boolean } | { how: 'refused' | 'unheard' | 'cut' }

/** One keep-alive connection, as browsers and proxies use it, that reports how it ends. `fetch` hides some of that. */
export async function openConnection(port: number) {
  const socket = await connected(port)
  let text = ''
  let ended = socket === undefined
  let check = () => {}
  socket?.on('data', (data) => {
    text += data.toString('latin1')
    check()
  })
  for (const end of ['close', 'error', 'end'] as const)
    socket?.on(end, () => {
      ended = true
      check()
    })

  return {
    /** Sends a request and waits for the whole response or the end of the connection. One at a time. */
    ask: (request: string): Promise<Fate> =>
      new Promise((resolve) => {
        text = ''
        check = () => {
          const fate = wholeAnswer(text) ?? (ended ? brokenOff(text, socket) : undefined)
          if (!fate) return
          check = () => {}
          resolve(fate)
        }
        if (!ended) socket?.write(request, 'latin1')
        check()
      }),
    isOpen: () => !ended,
    close() {
      ended = true
      socket?.destroy()
    },
  }
}
export type Connection = Awaited<ReturnType<typeof openConnection>>

/** `undefined`: no process listens. */
function connected(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(undefined))
  })
}

const brokenOff = (text: string, socket: Socket | undefined): Fate =>
  socket === undefined ? { how: 'refused' } : { how: text === '' ? 'unheard' : 'cut' }

function wholeAnswer(text: string): Fate | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return
  const head = text.slice(0, end).toLowerCase()
  const length = Number(/^content-length: (\d+)/m.exec(head)?.[1] ?? 0)
  if (text.length < end + 4 + length) return
  return { how: 'answered', status: Number(head.slice(9, 12)), lastOne: /^connection: close/m.test(head) }
}

/** A raw GET, or a POST of JSON. */
export function requestText(path: string, json?: unknown): string {
  const body = json === undefined ? '' : JSON.stringify(json)
  const length = Buffer.byteLength(body)
  const about = json === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${length}\r\n`
  const head = `${json === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n`
  return `${head}${about}\r\n${Buffer.from(body).toString('latin1')}`
}
