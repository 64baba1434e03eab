/** A post's file, moved to the extension that a path has: the format is the extension (decision 8). */
export const inFormatOf = (path: string, file: string) =>
  file.replace(/\.(?:md|html)$/, path.endsWith('.html') ? '.html' : '.md')

/** From a path in the repository to the one inside the content folder: `site/content/posts/a.md` → `posts/a.md`. */
export const inContent = (path: string) =>
  /(?:^|\/)(posts\/(?:[^/]+\/)?[^/]+)$/.exec(path)?.[1] ?? `posts/${path.split('/').at(-1)}`
