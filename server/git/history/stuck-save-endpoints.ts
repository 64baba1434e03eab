import { adminPaths } from '#contract/admin-paths.ts'
import { StuckSavesSchema } from '#contract/stuck-saves.ts'
import { endpoint, message, ok, privately } from '#server/http/endpoint.ts'
import type { StuckSavesService } from './stuck-saves.ts'

/** Saves that no replica could merge. */
export const stuckSaveEndpoints = (stuckSaves: StuckSavesService) => [
  endpoint({
    id: 'listStuckSaves',
    summary: 'Lists the saves that no replica could merge',
    method: 'GET',
    path: adminPaths.stuckSaves,
    access: 'administrator',
    response: privately(ok(StuckSavesSchema, 'The saves, the oldest first, and what each changed.')),
    errors: [503],
    handle: () => stuckSaves.list(),
  }),
  endpoint({
    id: 'applyStuckSave',
    summary: 'Applies such a save to the current files',
    description: 'Where others have changed the same lines, those of the save win. It becomes a separate save.',
    method: 'POST',
    path: adminPaths.applyStuckSave.pattern,
    access: 'administrator',
    response: message('The change is live.'),
    errors: [409, 422],
    async handle({ params, audit }) {
      const { subject } = await stuckSaves.apply(params.id)
      await audit('stuck-save.applied', { subject })
      return { message: 'The change is live.' }
    },
  }),
  endpoint({
    id: 'discardStuckSave',
    summary: 'Discards such a save',
    method: 'DELETE',
    path: adminPaths.stuckSave.pattern,
    access: 'administrator',
    confirms: { effect: 'deletes for good' },
    response: message('Discarded.'),
    async handle({ params, audit }) {
      const { subject } = await stuckSaves.discard(params.id)
      await audit('stuck-save.discarded', { subject })
      return { message: 'The change was discarded.' }
    },
  }),
]
