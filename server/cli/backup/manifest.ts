import * as v from 'valibot'
import { OperatorError } from '#server/lib/errors.ts'
import { BranchSchema, RemoteSchema } from './remote-schema.ts'

export const MANIFEST = 'manifest.json'
export const BUNDLE = 'repository.bundle'
/** All other members belong to a part of the site, restored to where the manifest says. */
export const parts = ['content', 'public', 'private'] as const
export type Part = (typeof parts)[number]

const Sum = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const Place = v.pipe(v.string(), v.check(isPlace))
const MemberSchema = v.object({
  path: v.string(),
  size: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  sha256: Sum,
})
export type Member = v.InferOutput<typeof MemberSchema>

const ManifestSchema = v.object({
  format: v.literal(1),
  /** The time of the backup, ISO 8601. */
  made: v.string(),
  /** Of the software. */
  version: v.string(),
  /** Paths of the parts, relative to the folder they are restored to. */
  places: v.object({ content: Place, public: Place, private: Place }),
  git: v.nullable(
    v.object({
      /** Path of the checkout, relative to the same folder. */
      place: v.union([v.literal('.'), Place]),
      head: v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)),
      /** `null`: detached. */
      branch: v.nullable(BranchSchema),
      remote: v.nullable(RemoteSchema),
    }),
  ),
  members: v.array(MemberSchema),
  /** Files of content and storage/public that equal the commit `head`. */
  committed: v.array(v.omit(MemberSchema, ['size'])),
})
export type Manifest = v.InferOutput<typeof ManifestSchema>

/** Whether a path stays inside its folder and out of `.git`. */
function isPlace(path: string): boolean {
  const steps = path.split('/')
  const isStep = (step: string) => step !== '' && step !== '.' && step !== '..' && step.toLowerCase() !== '.git'
  const isControl = (character: string) => character < ' '
  return path.length <= 1000 && !path.includes('\\') && ![...path].some(isControl) && steps.every(isStep)
}

/** Throws `BackupError` for a name that no backup contains. */
export function checkName(path: string): void {
  if (path === MANIFEST || path === BUNDLE) return
  const [part, ...rest] = path.split('/')
  if (rest.length === 0 || !parts.some((one) => one === part) || !isPlace(path))
    throw new BackupError('The archive holds a file with a name that no backup has. It is not used.')
}

/** Throws `BackupError`. */
export function parseManifest(text: string): Manifest {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ManifestSchema), text)
  if (!parsed.success) throw new BackupError('The archive has a manifest that cannot be read. It is not used.')
  return parsed.output
}

/** Nothing was backed up or restored; the message is for the operator. */
export class BackupError extends OperatorError {
  override name = 'BackupError'
}
