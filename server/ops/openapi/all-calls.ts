import type { Call } from './call.ts'
import { historyCalls } from './calls/history.ts'
import { leadCalls } from './calls/leads.ts'
import { nameCalls } from './calls/names.ts'
import { postCalls } from './calls/posts.ts'
import { siteCalls } from './calls/site.ts'
import { visitorCalls } from './calls/visitors.ts'

/** Every call that the site answers. A test walks all routes of the app and fails where one is missing here, or one too many. */
export const allCalls: readonly Call[] = [
  ...visitorCalls,
  ...postCalls,
  ...nameCalls,
  ...historyCalls,
  ...leadCalls,
  ...siteCalls,
]
