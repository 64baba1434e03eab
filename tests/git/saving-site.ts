import { realDisk } from '#server/storage/files.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { png } from '#tests/media/inputs.ts'
import { administrator } from './saving.ts'

/** Exits before the Nth disk call from now on. */
function dieAt(nth: number): void {
  let calls = 0
  const counted = <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async function counted(...args: Args): Promise<Result> {
      if (++calls === nth) process.kill(process.pid, 'SIGKILL')
      return call(...args)
    }
  Object.assign(realDisk, {
    open: counted(realDisk.open),
    rename: counted(realDisk.rename),
    unlink: counted(realDisk.unlink),
    mkdir: counted(realDisk.mkdir),
  })
}

/** Run by `kill.test.ts` on a checkout: saves its post once with a new image, and exits on the way. */
if (import.meta.main) {
  const [dir, round = '0', nth = '0'] = process.argv.slice(2)
  const app = await testApp({ dir })
  const { save } = await administrator({ ...app, login: app.session })
  const image = new File([new Uint8Array(png(60 + Number(round), 30))], 'photo.png', { type: 'image/png' })
  dieAt(Number(nth))
  await save({ title: `Round ${round}`, content: `Round ${round}\n`.repeat(2_000), image })
  process.exit(0)
}
