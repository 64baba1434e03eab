import { isUtf8 } from 'node:buffer'
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTemporary } from '#server/storage/files.ts'
import type { seeded } from '#tests/helpers/seeded.ts'

const PARTS = ['content', 'storage/public', 'storage/private']

/** Options, hidden files, white space, control characters, other scripts, and what archives or other systems have a meaning for. */
const ODD = [
  ...[
    '-',
    '--',
    '.',
    '..a',
    ' ',
    '%2e',
    '\\',
    '\\..\\',
    'Icon\r',
    '\n',
    '\t',
    '\x01',
    '\x1b[31m',
    '\x7f',
    '"',
    "'",
    '*',
  ],
  ...['\u{feff}', '\u{fffd}', 'e\u{301}', '\u{e9}', '\u{202e}', '漢', '😀', 'a:b', 'CON', 'manifest.json', '$(id)'],
]
const NAME_BYTES = 255

type Random = ReturnType<typeof seeded>
let count = 0

function oddName({ below, pick }: Random): string {
  const name = `${pick(ODD)}${++count}${pick(ODD)}${pick(['', '.md', '.jsonl', '.png', '.html'])}`
  return below(4) === 0 ? name.padEnd(NAME_BYTES - Buffer.byteLength(name) + name.length, 'n') : name
}

const randomBytes = ({ below }: Random) => Buffer.from(Array.from({ length: below(300) }, () => below(256)))

type Made = { /** Parts of the names that no archive holds. */ unheld: string[]; links: string[]; files: string[] }

/** Adds files with any names to the parts of a site, and whatever else a file system can have. */
export function addAnything(random: Random, dir: string): Made {
  const made: Made = { unheld: [], links: [], files: [] }
  const folders = PARTS.map((part) => join(dir, part))
  for (const folder of folders) mkdirSync(folder, { recursive: true })
  const unheldName = (kind: string) => {
    const name = `${kind}-${++count}_`
    made.unheld.push(name)
    return name
  }
  for (let n = 0; n < 40; n++) {
    const folder = random.pick(folders)
    switch (random.below(9)) {
      case 0: {
        const path = join(folder, oddName(random))
        mkdirSync(path)
        folders.push(path)
        break
      }
      case 1: {
        const name = unheldName('link')
        symlinkSync(random.pick(['nowhere', '/etc/passwd', '.', '..']), join(folder, name))
        made.links.push(name)
        break
      }
      case 2: {
        const path = Buffer.concat([Buffer.from(join(folder, unheldName('bytes'))), Buffer.from([0xff, 0xc3, 0x28])])
        if (random.below(2) === 0) mkdirSync(path)
        else writeFileSync(path, 'not held')
        break
      }
      case 3:
        Bun.spawnSync(['mkfifo', join(folder, unheldName('pipe'))])
        break
      case 4: {
        const path = join(folder, `Pair${++count}.md`)
        writeFileSync(path, 'upper')
        writeFileSync(join(folder, `pAIR${count}.md`), '$Id$ lower\n')
        made.files.push(path)
        break
      }
      default: {
        const path = join(folder, oddName(random))
        writeFileSync(path, randomBytes(random))
        made.files.push(path)
      }
    }
  }
  return made
}

/** The files and links below a folder with their contents, and the folders in which nothing is. Without what no archive holds. */
export function everythingBelow(dir: string, isHeldLink: (name: string) => boolean): Record<string, string> {
  const found: Record<string, string> = {}
  function read(folder: string, below: string) {
    const names = readdirSync(folder, { encoding: 'buffer' })
    if (names.length === 0) found[below] = 'empty'
    for (const name of names.filter((one) => isUtf8(one)).map(String)) {
      const path = join(folder, name)
      const stats = lstatSync(path)
      if (stats.isDirectory()) read(path, join(below, name))
      else if (stats.isFile() && !isTemporary(name) && !/^(?:process\.lock|server\.json|last-backup\.json)$/.test(name))
        found[join(below, name)] = `file ${readFileSync(path).toString('base64')}`
      else if (stats.isSymbolicLink() && isHeldLink(name)) found[join(below, name)] = `link ${readlinkSync(path)}`
    }
  }
  for (const part of PARTS) read(join(dir, part), part)
  return found
}
