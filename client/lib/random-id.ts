const BYTES = 16

/** 32 random hexadecimal digits. `randomUUID` exists only on https. */
export const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')
