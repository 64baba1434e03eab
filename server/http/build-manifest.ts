import { join } from 'node:path'

/** What the build made, by address: every name carries the hash of what it names. */
export type Manifest = {
  /** Changes with anything that was built. */
  buildId: string
  /** Text of the inline script in the head of every page, which loads the others. */
  startScript: string
  /** All code that a screen's page needs, first what begins, by the screen's source file: `client/blog/list-page.tsx`. */
  routes: Record<string, string[]>
  /** Fonts, icon and brand files, by their path below client/static: `fonts/besley.woff2`. */
  statics: Record<string, string>
  /** Every drawing of the site, for the app: a page comes with those that it shows. */
  drawings: string
  /** Address of the file with both themes whole, of which a page brings what it shows. */
  themes: string
  /** What solves the captcha, as a worker. */
  captcha: string
}

export const MANIFEST_FILE = 'manifest.json'

export class BuildMissingError extends Error {}

/** What was built into this folder. Throws `BuildMissingError` where nothing was. */
export async function readManifest(dist: string): Promise<Manifest> {
  const file = Bun.file(join(dist, MANIFEST_FILE))
  if (!(await file.exists())) throw new BuildMissingError('The client is not built yet: run `bun run build` first.')
  return file.json()
}
