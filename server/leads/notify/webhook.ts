import { Webhook } from 'standardwebhooks'
import { type Channel, ChannelEnded, DELIVERY_LIMIT_MS, DeliveryError, type Notice } from './channel.ts'

export type WebhookSettings = {
  url: string
  /** `whsec_` and base64. */
  secret: string
}

const GONE = 410

/**
 * Posts each notice to an address, signed as Standard Webhooks says. 2xx: taken. 410: the receiver is gone, nothing more
 * is sent until the next start. Anything else, a redirect too, is tried again. What stands in an answer is not read.
 */
export function createWebhook({ url, secret }: WebhookSettings, now: () => Date, limitMs = DELIVERY_LIMIT_MS): Channel {
  const webhook = new Webhook(secret)
  let gone = false

  function headersFor(id: string, body: string) {
    const at = now()
    return {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': webhook.sign(id, at, body),
    }
  }

  return {
    name: 'webhook',
    async deliver(notice, signal) {
      if (gone) throw new ChannelEnded('410')
      const body = JSON.stringify(bodyOf(notice))
      const answer = await fetch(url, {
        method: 'POST',
        headers: headersFor(`msg_${notice.id}`, body),
        body,
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
      })
      await answer.body?.cancel()
      gone = answer.status === GONE
      if (gone) throw new ChannelEnded('410')
      if (!answer.ok) throw new DeliveryError(String(answer.status))
    },
  }
}

/** The password's hash stays here. */
function bodyOf({ kind, record: { passwordHash, ...data } }: Notice) {
  return { type: `${kind}.created`, timestamp: data.at, data }
}
