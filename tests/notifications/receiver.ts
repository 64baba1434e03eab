import { createHmac } from 'node:crypto'

export type Received = { headers: Headers; text: string; body: { type: string; timestamp: string; data: Data } }
type Data = Record<string, unknown> & { id: string }
type Answer = (received: Received) => Response | Promise<Response>

const taken = () => new Response(null, { status: 204 })

/** A webhook receiver on loopback: it accepts everything until configured otherwise. */
export function startReceiver(answer: Answer = taken, port = 0) {
  const received: Received[] = []
  const arrivals = counted(received)
  const server = Bun.serve({
    port,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    async fetch(request) {
      const text = await request.text()
      const one = { headers: request.headers, text, body: JSON.parse(text) }
      arrivals.add(one)
      return answer(one)
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}/hooks/crm`,
    port: server.port ?? 0,
    received,
    /** Waits for a total of deliveries. */
    arrived: arrivals.reach,
    messages: () => received.map(({ body }) => body.data.message),
    answer(next: Answer) {
      answer = next
    },
    stop: () => server.stop(true),
  }
}
export type Receiver = ReturnType<typeof startReceiver>

/** A list, and a wait for its length. */
export function counted<One>(list: One[]) {
  const waiting: { count: number; done(): void }[] = []
  return {
    add(one: One) {
      list.push(one)
      for (const { count, done } of waiting) if (list.length >= count) done()
    },
    reach: (count: number) =>
      new Promise<void>((done) => {
        if (list.length >= count) done()
        else waiting.push({ count, done })
      }),
  }
}

/** The example of the operators' guide. */
export function isSigned({ headers, text }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.${text}`
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return (headers.get('webhook-signature') ?? '').split(' ').includes(expected)
}

export const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
