import type { HeadContext } from '#server/pages/head-context.ts'

/** Something that search engines are told of, in the words of schema.org. */
export type Node = { '@type': string; [property: string]: unknown }

/** An absolute address; without a public one the path alone, which belongs to the document that it stands in. */
export const at = ({ deps }: Pick<HeadContext, 'deps'>, path: string) => (deps.publicUrl ?? '') + path

/** Points at something that is told of elsewhere, by its `@id`. */
export const ORGANIZATION = '/#organization'
export const BLOG = '/blog#blog'
export const SITE = '/#website'
export const reference = (context: HeadContext, id: string) => ({ '@id': at(context, id) })
