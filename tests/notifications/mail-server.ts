import { SMTPServer } from 'smtp-server'
import { counted } from './receiver.ts'

export type Mail = {
  from: string
  to: string[]
  user: string | undefined
  /** Unfolded header lines, and the body. */
  headers: string[]
  text: string
}

/** A real SMTP server on loopback. It can require a login, and offer TLS with a self-signed certificate. */
export async function startMailServer({ login = false, tls = false, port = 0 } = {}) {
  const mails: Mail[] = []
  const arrivals = counted(mails)
  const passwords: unknown[] = []
  let rejection: string | undefined
  const server = new SMTPServer({
    authOptional: !login,
    disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    logger: false,
    onAuth({ username, password }, _, done) {
      passwords.push(password)
      if (password === 'p@ss word') done(null, { user: username })
      else done(new Error(`not the password of ${username}: ${password}`))
    },
    onRcptTo: ({ address }, _, done) =>
      rejection ? done(Object.assign(new Error(`${address} ${rejection}`), { responseCode: 451 })) : done(),
    async onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope
      const from = mailFrom ? mailFrom.address : ''
      arrivals.add({ from, to: rcptTo.map((one) => one.address), user: session.user, ...(await parts(stream)) })
      done()
    },
  })
  server.on('error', () => {})
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    mails,
    /** The content of one mail. */
    passwords,
    arrived: arrivals.reach,
    /** Rejects every recipient with this reply; `undefined` accepts again. */
    refuse(words: string | undefined) {
      rejection = words
    },
    stop: () => new Promise<void>((done) => server.close(done)),
  }
}
export type MailServer = Awaited<ReturnType<typeof startMailServer>>

async function parts(stream: AsyncIterable<Buffer>) {
  const raw = Buffer.concat(await Array.fromAsync(stream)).toString('utf8')
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  return { headers: head.replace(/\r\n[ \t]+/g, ' ').split('\r\n'), text: plain(rest.join('\r\n\r\n'), head) }
}

function plain(body: string, head: string): string {
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return body.replaceAll('\r\n', '\n').trim()
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number(`0x${hex}`)))
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n').trim()
}
