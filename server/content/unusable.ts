/** Content without which there is no site. The message is one sentence for whoever starts the server. */
export class InvalidContentFolderError extends Error {
  override name = 'ContentUnusable'
}
