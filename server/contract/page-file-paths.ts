/** The endpoints of the forms of content files, in their own module: other pages of the dashboard do not ship them. */
export const pageFilePaths = {
  /** GET: the files. */
  list: '/api/page-files',
  /** GET: the form of one and its values, `?file=`. PUT saves them. */
  file: '/api/page-files/file',
  /** POST: signs values for a preview, which a form then sends to `shownPreview`. */
  preview: '/api/page-files/preview',
  shownPreview: '/preview/page',
  /** GET: the committed versions of a file, `?file=`, and of one its values, `&commit=`. */
  history: '/api/page-files/history',
  version: '/api/page-files/version',
} as const
