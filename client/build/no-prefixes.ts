/**
 * Takes the place of the vendor prefixes of `stylis` (1 kB) in the bundle. styled-components calls them only with `enableVendorPrefixes`,
 * which is not set: the supported browsers need none.
 */
export const prefix = (value: string): string => value
