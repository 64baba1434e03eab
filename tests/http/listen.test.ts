import { expect, test } from 'bun:test'
import { listenOn } from '#server/http/listen.ts'

const failWith = (code: string) => () => {
  throw Object.assign(new Error('no'), { code })
}

test.each([
  ['EADDRINUSE', 'Port 9464 is in use. Set METRICS_PORT to another one.'],
  ['EACCES', 'Port 9464 needs more rights. Set METRICS_PORT to one above 1023.'],
  ['EADDRNOTAVAIL', 'METRICS_HOST is no address of this machine. Set another one, or unset it.'],
])('names port and variable when listening fails with %s', (code, sentence) => {
  const listen = () => listenOn(9464, { port: 'METRICS_PORT', host: 'METRICS_HOST' }, failWith(code))
  expect(listen).toThrow(sentence)
})
