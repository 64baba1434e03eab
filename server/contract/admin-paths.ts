import { pathWith } from '#contract/path-pattern.ts'

/** The endpoints for administrators, in their own module: public pages do not ship them. */
export const adminPaths = {
  /** POST: creates a preview link for a post that is not public. */
  previews: pathWith('/api/blog-posts/:id/preview'),
  /** POST: one action on several posts. */
  bulk: '/api/blog-posts/bulk',
  /** POST: a copy of a post, as a draft. */
  duplicates: pathWith('/api/blog-posts/:id/duplicate'),
  /** GET: the deleted posts. */
  trash: '/api/trash',
  /** POST: brings a deleted post back. */
  restoreDeleted: pathWith('/api/trash/:id/restore'),
  schedule: '/api/blog-schedule',
  category: pathWith('/api/categories/:id'),
  tag: pathWith('/api/tags/:id'),
  /** The page of all categories and tags, and that of one. */
  termsPage: '/admin/terms',
  termPage: pathWith('/admin/terms/:kind/:id'),
  /** GET: all of both, with the number of their posts. */
  terms: '/api/terms',
  /** POST: gives its posts another one. */
  mergeCategory: pathWith('/api/categories/:id/merge'),
  mergeTag: pathWith('/api/tags/:id/merge'),
  /** POST: takes back terms that were created within the last hour. */
  undoneTerms: '/api/undone-terms',
  /** GET: the committed versions of a post. */
  history: pathWith('/api/blog-posts/:id/history'),
  version: pathWith('/api/blog-posts/:id/history/:commit'),
  /** POST: makes an old version the newest one. */
  restore: pathWith('/api/blog-posts/:id/history/:commit/restore'),
  contentProblems: '/api/content-problems',
  /** GET: a content file with problems, `?file=posts/x.md`. PUT repairs it. */
  contentFile: '/api/content-file',
  /** The page on which a content file is repaired. */
  repairPage: '/admin/repair',
  contentState: '/api/content-state',
  /** The page of the state of the site. */
  sitePage: '/admin/site',
  /** GET: that state, for operators. */
  siteState: '/api/admin/site',
  /** GET: what `bun run doctor` says. */
  siteChecks: '/api/admin/site/checks',
  /** GET: how the request arrived, for the check of proxies. */
  siteArrival: '/api/admin/site/arrival',
  /** GET: saves that no replica could merge. */
  stuckSaves: '/api/stuck-saves',
  /** POST applies the save to the current files. */
  applyStuckSave: pathWith('/api/stuck-saves/:id/apply'),
  /** DELETE discards it. */
  stuckSave: pathWith('/api/stuck-saves/:id'),
  leads: '/api/leads',
  /** GET, and DELETE to erase the lead. */
  lead: pathWith('/api/leads/:id'),
  leadEvents: pathWith('/api/leads/:id/events'),
  leadsCsv: '/api/leads.csv',
  login: '/api/admin/login',
  /** DELETE ends this session. */
  logOut: '/api/admin/session',
  /** GET: the administrator's sessions. DELETE ends every one of them: "Log out everywhere". */
  sessions: '/api/admin/sessions',
  /** DELETE ends all but this one. */
  otherSessions: '/api/admin/sessions/others',
  session: pathWith('/api/admin/sessions/:id'),
  /** POST: the password or a code again, before a sensitive action. */
  confirmation: '/api/admin/confirmation',
  /** POST: options for the browser, then what the passkey signed. */
  passkeyConfirmationOptions: '/api/admin/confirmation/passkey/options',
  passkeyConfirmation: '/api/admin/confirmation/passkey',
  /** GET: whether passkeys are offered. POST: what the passkey signed. */
  passkeyLogin: '/api/admin/login/passkey',
  passkeyLoginOptions: '/api/admin/login/passkey/options',
  passkeys: '/api/admin/passkeys',
  /** POST: options for the browser to create one. */
  newPasskeyOptions: '/api/admin/passkeys/options',
  /** POST renames, DELETE removes. */
  passkey: pathWith('/api/admin/passkeys/:id'),
  loginMethod: '/api/admin/login-method',
  /** POST: the code that the app shows turns authenticator codes on. DELETE turns them off. */
  codes: '/api/admin/codes',
  /** POST: a new secret, which is not stored yet. */
  codeSetup: '/api/admin/codes/setup',
  /** POST: ten new recovery codes. */
  recoveryCodes: '/api/admin/codes/recovery',
  account: '/api/admin/account',
  administrators: '/api/admin/administrators',
  administrator: pathWith('/api/admin/administrators/:id'),
  invitations: '/api/admin/invitations',
  /** DELETE withdraws it. */
  invitation: pathWith('/api/admin/invitations/:id'),
  /** POST: whose invitation it is. */
  lookUpInvitation: '/api/admin/invitations/lookup',
  acceptInvitation: '/api/admin/invitations/accept',
  audit: '/api/admin/audit',
  /** POST: a text as blocks of the visual editor, and edited blocks as text. */
  writingDocument: '/api/writing/document',
  writingText: '/api/writing/text',
  /** POST: two changes of one text as one. */
  writingMerge: '/api/writing/merge',
  /** POST: a post as visitors would see it, and what to fix before publishing. */
  writingPreview: '/api/writing/preview',
  writingCheck: '/api/writing/check',
  /** GET: the page of an empty post, which the preview shows in a frame and fills. */
  previewFrame: '/preview/frame',
  /** GET: unsaved text of the administrator. */
  workingCopies: '/api/working-copies',
  unsavedPage: '/admin/unsaved',
  /** POST: discards several. */
  discardedCopies: '/api/working-copies/discard',
  /** GET, PUT and DELETE. */
  workingCopy: pathWith('/api/working-copies/:key'),
  /** GET: a stream of who else has the post open, and of its saves. */
  presence: pathWith('/api/presence/:id'),
  /** GET: the newest commits of the content. POST: a link to the public pages of a moment. */
  timeMachine: '/api/time-machine',
  /** The page of the files that have forms, and with `?file=site.yml` of one of them. */
  pagesPage: '/admin/pages',
  /** The page of branches. */
  branchesPage: '/admin/branches',
  /** GET: the branches that change content. DELETE with `name` and `tip` removes one. */
  branches: '/api/branches',
  /** GET: the pages that a branch changes, `?name=`. */
  branchPages: '/api/branches/pages',
  /** POST: links to the site with a branch, and without it. DELETE ends them. */
  branchPreviews: '/api/branches/previews',
  /** GET: what a person has to decide about a post, `?name=&tip=&file=`. */
  branchConflict: '/api/branches/conflict',
  /** POST: merges a branch into the live one. */
  publishBranch: '/api/branches/publish',
  /** GET: the import in progress. POST: the file of another one. */
  imports: '/api/import',
  /** DELETE cancels or dismisses it. */
  oneImport: pathWith('/api/import/:id'),
  /** POST: writes what was planned. */
  confirmImport: pathWith('/api/import/:id/confirm'),
  /** GET: the media library. POST stores an image. DELETE with `path`. */
  media: '/api/media',
  /** POST: another image wherever this one is used. */
  replaceMedia: '/api/media/replace',
  /** GET: one image with its uses, `?path=`. PUT changes its description and caption. */
  mediaImage: '/api/media/image',
  /** POST: deletes images that nothing uses. */
  deleteUnusedMedia: '/api/media/delete-unused',
  /** POST: takes such a deletion back. */
  undoMediaDeletion: '/api/media/undo',
  /** The page of one image, `?path=`. */
  imagePage: '/admin/media/image',
} as const
