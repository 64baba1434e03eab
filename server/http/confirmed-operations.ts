/** Operations with one effect. `when`: the others of it need no confirmation. */
type ConfirmedEffect = { effect: string; always: readonly string[]; when?: Readonly<Record<string, string>> }

/**
 * What requires a confirmation within the last ten minutes, by its effect and not by its endpoint. `requireAdmin` checks the operations
 * that always do; the routes of the others call `requireConfirmation`. docs/administrators.md has the same table.
 */
export const confirmedEffects: readonly ConfirmedEffect[] = [
  {
    effect: 'reads leads at once',
    always: ['GET /api/leads.csv'],
    when: {
      'GET /api/leads': 'after 500 leads within ten minutes',
      'GET /api/leads/:id': 'after 500 leads within ten minutes',
      'POST /api/leads/:id/events': 'after 500 leads within ten minutes',
    },
  },
  {
    effect: 'ends other sessions',
    always: ['DELETE /api/admin/sessions', 'DELETE /api/admin/sessions/others'],
    when: { 'DELETE /api/admin/sessions/:id': 'for another session than that of the request' },
  },
  {
    effect: 'deletes for good',
    always: ['DELETE /api/leads/:id', 'DELETE /api/media', 'DELETE /api/stuck-saves/:id'],
    when: {
      'DELETE /api/blog-posts/:id': 'without git, which has deleted posts',
      'POST /api/blog-posts/bulk': 'with `delete`, without git',
      'DELETE /api/categories/:id': 'without git',
      'DELETE /api/tags/:id': 'without git',
    },
  },
  {
    effect: 'changes who logs in, and how',
    always: [
      'POST /api/admin/invitations',
      'DELETE /api/admin/administrators/:id',
      'POST /api/admin/passkeys/options',
      'POST /api/admin/passkeys',
      'DELETE /api/admin/passkeys/:id',
      'POST /api/admin/login-method',
      'POST /api/admin/codes/setup',
      'POST /api/admin/codes',
      'DELETE /api/admin/codes',
      'POST /api/admin/codes/recovery',
    ],
    when: { 'POST /api/admin/account': 'with another e-mail or password' },
  },
]

const always: ReadonlySet<string> = new Set(confirmedEffects.flatMap((one) => one.always))

/** Whether an operation always requires a confirmation. `route`: the pattern of its path; one without a pattern does. */
export const isConfirmedOperation = (method: string, route: string | undefined): boolean =>
  route === undefined || always.has(`${method === 'HEAD' ? 'GET' : method} ${route}`)
