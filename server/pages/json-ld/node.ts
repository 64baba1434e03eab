import type { Told } from '#server/pages/head-world.ts'

/** Something that search engines are told of, in the words of schema.org. */
export type Node = { '@type': string; [property: string]: unknown }

/** An absolute address; without a public one the path alone, which belongs to the document that it stands in. */
export const at = ({ world }: Pick<Told, 'world'>, path: string) => (world.publicUrl ?? '') + path

/** Points at something that is told of elsewhere, by its `@id`. */
export const ORGANIZATION = '/#organization'
export const BLOG = '/blog#blog'
export const SITE = '/#website'
export const reference = (told: Told, id: string) => ({ '@id': at(told, id) })
