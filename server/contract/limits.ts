/** Limits that several modules use; others are in the schemas. docs/product-rules.md explains those that are product rules. */

export const TITLE_MAX_CHARACTERS = 200
export const SUMMARY_MAX_CHARACTERS = 5_000
/** Longer text would block the sanitizer for seconds. */
export const CONTENT_MAX_CHARACTERS = 200_000
/** Of an author's id, or of a name that is no id. */
export const AUTHOR_NAME_MAX_CHARACTERS = 100
export const TERM_NAME_MAX_CHARACTERS = 60
export const TERM_DESCRIPTION_MAX_CHARACTERS = 300
export const TAGS_PER_POST_MAX = 30
/** Files of other systems may have more than editors can add; those beyond this many are not read. */
export const TAGS_READ_MAX = 500

export const IMAGE_MAX_BYTES = 10 * 1024 * 1024
/** One image and the text fields next to it. */
export const MULTIPART_MAX_BYTES = 11 * 1024 * 1024
export const JSON_MAX_BYTES = 64 * 1024
/** A working copy: text and summary of the largest post, in any script. */
export const WORKING_COPY_MAX_BYTES = 2 * 1024 * 1024
/** The largest text as blocks with many short marks, and that text. */
export const DOCUMENT_MAX_BYTES = 8 * 1024 * 1024
/** Each level of a document is an object in a list. */
export const DOCUMENT_MAX_DEPTH = 410
export const WORKING_COPIES_MAX = 200
/** A working copy is deleted this long after its last change. */
export const WORKING_COPY_DAYS = 30

/** For the reading time of posts. */
export const WORDS_PER_MINUTE = 230

export const POSTS_PER_PAGE = 12
export const SEARCH_MAX_CHARACTERS = 200

export const EMAIL_MAX_CHARACTERS = 254
/** Of a password typed at the login, in UTF-16 units: enough for 128 characters of any script. */
export const PASSWORD_MAX_CHARACTERS = 256
/** Of a new password of an administrator, in characters. */
export const NEW_PASSWORD_MIN_CHARACTERS = 12
export const NEW_PASSWORD_MAX_CHARACTERS = 128
/** A recovery code is longer than a code of an app; both may contain spaces. */
export const LOGIN_CODE_MAX_CHARACTERS = 64

export const CONTACT_MESSAGE_MAX_CHARACTERS = 5_000
export const PHONE_MAX_CHARACTERS = 30

export const CAPTCHA_TOKEN_MAX_CHARACTERS = 4_096
/** The lifetime of a captcha challenge. */
export const CAPTCHA_LIFETIME_MS = 20 * 60 * 1000
/** A sign-up that was filled in faster is marked as suspected spam, not rejected. */
export const FILL_TIME_MIN_MS = 4_000

/** Rate limits of sign-ups and messages per IP address and window. They are high because a company can share one address. */
export const SIGN_UPS_PER_ADDRESS = 200
export const MESSAGES_PER_ADDRESS = 60
export const WRITES_WINDOW_MS = 15 * 60 * 1000

export const LEAD_SEARCH_MAX_CHARACTERS = 100

/** Beyond these limits a branch is not listed, or not checked and previewed. */
export const BRANCHES_MAX = 20
export const BRANCH_FILES_MAX = 500
export const BRANCH_MAX_DAYS = 90
