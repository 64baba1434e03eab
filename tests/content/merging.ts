import { bodyOf, decodeFields, editPost } from '#server/content/files/post-file.ts'
import { mergePost, type PostEdit } from '#server/content/merge-post.ts'

export const LINES = ['One.', '', 'Two.', '', 'Three.', '', 'Four.', '', 'Five.']
export const BASE = `---
# the editor's own note
title: "Crates"
summary: In short.
category: production
tags: [milk, sauce]   # for now
image: posts/old.webp
image_alt: A crate
date: 2026-01-02
mood: calm
---

${LINES.join('\n')}
`
export const body = (change: Record<number, string> = {}) => LINES.map((line, at) => change[at] ?? line).join('\n')
/** The complete form of the dashboard: unchanged fields are sent as they were. */
export const form = (changes: Partial<PostEdit> = {}): PostEdit => ({
  title: 'Crates',
  summary: 'In short.',
  category: 'production',
  tags: ['milk', 'sauce'],
  image_alt: 'A crate',
  draft: false,
  body: body(),
  ...changes,
})
export const theirs = (changes: Partial<PostEdit>, base = BASE) => editPost(base, changes)
export const merge = (mine: Partial<PostEdit>, other: Partial<PostEdit>, base = BASE) =>
  mergePost({ base, mine: form(mine), theirs: theirs(other, base) })
export const fieldsOf = ({ text }: { text: string }) => ({ ...decodeFields(text), body: bodyOf(text) })
