/** Limits that client and server share. Every name has its unit. docs/product-rules.md explains those that are product rules. */

export const TITLE_MAX_CHARACTERS = 200
export const SUMMARY_MAX_CHARACTERS = 5_000
/** Longer text would block the sanitizer for seconds. */
export const CONTENT_MAX_CHARACTERS = 200_000
export const TERM_NAME_MAX_CHARACTERS = 60
/** How many categories or tags one request may create. */
export const TERMS_PER_REQUEST_MAX = 50
export const TAGS_PER_POST_MAX = 30

export const IMAGE_MAX_BYTES = 10 * 1024 * 1024
export const IMAGE_MAX_PIXELS = 50_000_000
/** One image and the text fields next to it. */
export const MULTIPART_MAX_BYTES = 11 * 1024 * 1024
export const JSON_MAX_BYTES = 64 * 1024

export const POSTS_PER_PAGE = 12
export const POSTS_PER_PAGE_MAX = 100
/** A response without pagination contains at most this many posts and at most this much JSON, whichever comes first. */
export const POSTS_PER_RESPONSE_MAX = 500
export const POSTS_RESPONSE_MAX_BYTES = 5_000_000
export const SEARCH_MAX_CHARACTERS = 200
/** Further words of a search are ignored. */
export const SEARCH_WORDS_MAX = 16

/** A typed tag is matched this long after typing stops. */
export const TAG_MATCH_DELAY_MS = 300

export const TOKEN_LIFETIME_SECONDS = 12 * 60 * 60
/** How long a browser is known as one that an administrator has logged in with. */
export const DEVICE_TOKEN_LIFETIME_SECONDS = 365 * 24 * 60 * 60
export const DEVICE_TOKEN_MAX_CHARACTERS = 512
export const EMAIL_MAX_CHARACTERS = 254
/** Of a password typed at the login, in UTF-16 units: enough for 128 characters of any script. */
export const PASSWORD_MAX_CHARACTERS = 256
/** A recovery code is longer than a code of an app; both may contain spaces. */
export const LOGIN_CODE_MAX_CHARACTERS = 64

/** A field is checked this long after typing in it stops. */
export const FIELD_CHECK_DELAY_MS = 1000

export const CONTACT_NAME_MAX_CHARACTERS = 60
export const CONTACT_COMPANY_MAX_CHARACTERS = 60
export const CONTACT_MESSAGE_MAX_CHARACTERS = 5_000
export const PHONE_MAX_CHARACTERS = 30

/** Most text fields of the sign-up. */
export const SIGN_UP_TEXT_MAX_CHARACTERS = 60
export const STREET_NUMBER_MAX_CHARACTERS = 10
export const POSTAL_CODE_MAX_CHARACTERS = 20
/** Username and password: the limit is 60, while the message says 30 (docs/product-rules.md#sign-up-limits). */
export const CREDENTIAL_MAX_CHARACTERS = { enforced: 60, shown: 30 } as const
export const CREDENTIAL_MIN_CHARACTERS = 8
export const CAPTCHA_TOKEN_MAX_CHARACTERS = 4_096
/** The lifetime of a captcha challenge. */
export const CAPTCHA_LIFETIME_MS = 20 * 60 * 1000
/** A sign-up that was filled in faster is marked as suspected spam, not rejected. */
export const FILL_TIME_MIN_MS = 4_000

/** Rate limits of sign-ups and messages per IP address and window. They are high because a company can share one address. */
export const SIGN_UPS_PER_ADDRESS = 200
export const MESSAGES_PER_ADDRESS = 60
export const WRITES_WINDOW_MS = 15 * 60 * 1000

export const LEADS_PER_PAGE = 50
export const LEADS_PER_PAGE_MAX = 200
export const LEAD_SEARCH_MAX_CHARACTERS = 100
