import { accountOperations } from './account-operations.ts'
import { codeOperations } from './code-operations.ts'
import { passkeyOperations } from './passkey-operations.ts'
import { peopleOperations } from './people-operations.ts'

/** How administrators log in, and who they are. */
export const administratorOperations = [
  ...accountOperations,
  ...passkeyOperations,
  ...codeOperations,
  ...peopleOperations,
]
