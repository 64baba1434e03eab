import * as v from 'valibot'

/** An id is the base name of a file. Only ids are looked up, and no request string reaches the disk. */
export const ID_PATTERN = /^[a-z0-9][a-z0-9-]{0,79}$/

/** Path segments below `/blog/` with another meaning. */
export const RESERVED_IDS: readonly string[] = ['category', 'tag']

const NO_ID = 'This is no id.'
export const IdSchema = v.pipe(v.string(NO_ID), v.maxLength(80, NO_ID), v.regex(ID_PATTERN, NO_ID))

export const isId = (value: unknown): value is string => v.is(IdSchema, value)

const NO_ADDRESS = 'Address must be lower-case letters, digits and hyphens, at most 80, and no hyphen first.'

/** The last part of a post's URL, as typed by an administrator. */
export const AddressSchema = v.pipe(
  v.string(NO_ADDRESS),
  v.regex(ID_PATTERN, NO_ADDRESS),
  v.check((id) => !RESERVED_IDS.includes(id), 'This address is taken.'),
)
