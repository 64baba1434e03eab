const BYTES = 16

/** 32 hexadecimal digits that nobody guesses. Not `randomUUID`: that one exists on https alone. */
export const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')
