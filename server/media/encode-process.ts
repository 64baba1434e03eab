/** A process that encodes the image of its standard input to its standard output, as `encodeApart` asks for. */
import { type EncodeRequest, EXIT_TOO_LONG, EXIT_TOO_MANY_PIXELS, encodeHere } from './image-encoding.ts'

const CHECK_MS = 50

const { cpuLimitMs, ...as }: EncodeRequest = JSON.parse(process.argv[2] ?? '')

// The decoder runs in a thread, so this timer does.
const check = setInterval(() => {
  const { user, system } = process.cpuUsage()
  if ((user + system) / 1_000 > cpuLimitMs) process.exit(EXIT_TOO_LONG)
}, CHECK_MS)

try {
  await Bun.write(Bun.stdout, await encodeHere(await Bun.stdin.bytes(), as))
} catch (error) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  process.exit(code === 'ERR_IMAGE_TOO_MANY_PIXELS' ? EXIT_TOO_MANY_PIXELS : 1)
}
clearInterval(check)
