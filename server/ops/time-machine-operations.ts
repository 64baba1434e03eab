import { adminPaths } from '#contract/admin-paths.ts'
import { ContentCommitsSchema, MomentSchema, TimeMachineLinkSchema } from '#contract/time-machine.ts'
import { admin, created, json, jsonBody } from './operation.ts'

const commits = json(ContentCommitsSchema, 'The newest 50, newest first, or why there are none.')
const link = created(
  TimeMachineLinkSchema,
  'A path of the site. `rejected`: files that today’s rules reject, which are left out.',
)

export const timeMachineOperations = [
  admin.get(adminPaths.timeMachine, 'listContentCommits', 'Lists the newest commits of the content', commits),
  admin.post(adminPaths.timeMachine, 'openTimeMachine', 'Creates a link to the public pages of a former time', link, {
    description:
      'Either `at`, a date and time, or `commit`, its full id, on the current branch. What was a draft or scheduled then stays hidden. Everyone with the link can open it for seven days, or until all sessions of the administrator are ended.',
    body: jsonBody(MomentSchema),
    errors: [404, 409],
  }),
]
