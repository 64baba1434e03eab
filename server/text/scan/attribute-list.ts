/** What `{#id .class width=300}` says of the element before it. Classes are of no use here. */
export type AttributeList = { id?: string; width?: string; height?: string; title?: string }

/** The last group is anything that no list contains. */
const ITEM = /[ \t]+|([#.])([^\s{}#."'=:]+)|([\w:-]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s{}"'=]+))|())|(.)/gs
const MAX_CHARACTERS = 300

/** Reads what is between the braces of an attribute list of Pandoc or kramdown (`:#id`); `undefined` for anything else. */
export function attributeList(inside: string): AttributeList | undefined {
  if (inside.length > MAX_CHARACTERS) return undefined
  const list: AttributeList = {}
  let isEmpty = true
  for (const [space, mark, name, key, ...values] of inside.replace(/^:/, '').trim().matchAll(ITEM)) {
    if (values.pop() !== undefined || values.pop() !== undefined) return undefined
    const value = values.find((one) => one !== undefined)
    if (mark === '#' && name) list.id = name
    if (value !== undefined && (key === 'id' || key === 'width' || key === 'height' || key === 'title'))
      list[key] = value
    if (space.trim()) isEmpty = false
  }
  return isEmpty ? undefined : list
}

/** Finds an attribute list at the start of the text behind an image or a link, with its braces. */
export function leadingAttributes(text: string): { raw: string; list: AttributeList } | undefined {
  const end = text.startsWith('{') ? text.indexOf('}') : -1
  const list = end === -1 ? undefined : attributeList(text.slice(1, end))
  return list && { raw: text.slice(0, end + 1), list }
}

/** Finds an attribute list at the end of a heading: ` {#own-id}`, in MDX within a comment. */
export function trailingAttributes(text: string): { before: string; list: AttributeList } | undefined {
  const trimmed = text.trimEnd()
  if (!trimmed.endsWith('}')) return undefined
  const start = trimmed.lastIndexOf('{')
  const inside = trimmed.slice(start + 1, -1).trim()
  const bare = inside.startsWith('/*') && inside.endsWith('*/') ? inside.slice(2, -2) : inside
  const list = start === -1 ? undefined : attributeList(bare)
  return list && { before: trimmed.slice(0, start).trimEnd(), list }
}
