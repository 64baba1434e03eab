import { dirname } from 'node:path'
import { siteRoutes } from '#client/app/routing/routes.ts'

/**
 * All folders, in order: a folder imports only from folders above it, and what the client imports of the server is the contract. The
 * files directly in a folder are its entry point and come after its subfolders, except in `sharedFolders`.
 */

export const publicPages = [...new Set(siteRoutes.map(({ file }) => dirname(file)))]
export const dashboardPages = [
  'client/admin/account',
  'client/admin/audit',
  'client/admin/branches',
  'client/admin/import',
  'client/admin/leads',
  'client/admin/media',
  'client/admin/pages',
  'client/admin/posts/state',
  'client/admin/posts/panels',
  'client/admin/posts',
  'client/admin/repair',
  'client/admin/site',
  'client/admin/terms',
  'client/admin/trash',
  'client/admin/unsaved',
  'client/admin/writing/state',
  'client/admin/writing/preview',
  'client/admin/writing',
]
/** What the pages of the dashboard share. The login is here, because the shell asks for it when a session ends. */
const dashboardParts = [
  'client/admin/shared',
  'client/admin/login',
  'client/admin/shell',
  'client/admin/history',
  'client/admin/time-machine',
  'client/admin/images',
  'client/admin/source-editor',
  'client/admin/visual-editor/commands',
  'client/admin/visual-editor/paste',
  'client/admin/visual-editor/tools',
  'client/admin/visual-editor/dialogs',
  'client/admin/visual-editor',
  'client/admin/post-form/session',
  'client/admin/post-form',
  'client/admin/conflicts',
]

export const client = [
  'client/lib',
  'client/api',
  'client/ui/base',
  'client/ui/brand',
  'client/ui/overlay',
  'client/ui/form',
  'client/ui/content',
  'client/mockups/board',
  'client/mockups',
  ...publicPages,
  ...dashboardParts,
  ...dashboardPages,
  'client/app/theme',
  'client/app/routing',
  'client/app/frame',
  'client/app/start',
  'client/app',
  'client/artwork/browser',
  'client/artwork/illustrations',
  'client/artwork/documents',
  'client/artwork/hero-video',
  'client/artwork/social-images',
  'client/build',
  'client',
]

export const server = [
  'server/contract',
  // Without domain.
  'server/lib',
  'server/storage',
  'server/database',
  'server/http',
  // Texts as strings.
  'server/text/scan',
  'server/text/front-matter',
  'server/text/merge',
  'server/text/blocks',
  'server/text/html',
  'server/text/markdown',
  'server/text/document',
  // Content, and what is stored with it.
  'server/content/dialects',
  'server/content/files',
  'server/content/snapshot',
  'server/content',
  'server/git/runner',
  'server/git',
  'server/git/history',
  'server/media/share-cards',
  'server/media',
  // Features.
  'server/admin/people',
  'server/admin/sessions',
  'server/admin/notices',
  'server/admin/login',
  'server/admin/audit',
  'server/admin/settings',
  'server/admin',
  'server/leads/records',
  'server/leads/notify',
  'server/leads',
  'server/blog/render',
  'server/blog',
  'server/writing',
  'server/import/source',
  'server/import/html',
  'server/import/readers',
  'server/import/sites',
  'server/import',
  'server/export',
  'server/pages',
  'server/page-files',
  'server/time-machine',
  'server/branches',
  'server/ops',
  // The root creates the services; the commands use it.
  'server',
  'server/dev',
  'server/cli',
  'server/cli/admin',
  'server/cli/content-check',
  'server/cli/doctor',
  'server/cli/export',
  'server/cli/import',
  'server/cli/init',
  'server/cli/leads',
  'server/cli/move',
  'server/cli/release',
  'server/cli/backup',
]

/** Their own files are shared by their subfolders. */
export const sharedFolders = ['server', 'server/cli', 'server/git']
