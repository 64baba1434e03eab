/** Limits that both sides obey. Every name carries its unit; §4, §5 and §9 of the specification, and decisions 15, 28 and 29. */

export const TITLE_MAX_CHARACTERS = 200
export const SUMMARY_MAX_CHARACTERS = 5_000
/** Longer text would block the sanitiser for seconds. */
export const CONTENT_MAX_CHARACTERS = 200_000
export const NAME_MAX_CHARACTERS = 60
/** How many categories or tags one call may create. */
export const NAMES_PER_CALL_MAX = 50
export const TAGS_PER_POST_MAX = 30

export const IMAGE_MAX_BYTES = 10 * 1024 * 1024
export const IMAGE_MAX_PIXELS = 50_000_000
/** One picture and the text fields around it. */
export const MULTIPART_MAX_BYTES = 11 * 1024 * 1024
export const JSON_MAX_BYTES = 64 * 1024

export const POSTS_PER_PAGE = 12
export const POSTS_PER_PAGE_MAX = 100
/** A response without a page holds at most this many posts, and at most this much JSON, whichever comes first (decision 11). */
export const POSTS_PER_RESPONSE_MAX = 500
export const POSTS_RESPONSE_MAX_BYTES = 5_000_000
export const SEARCH_MAX_CHARACTERS = 200
/** Words beyond these are left out of a search. */
export const SEARCH_WORDS_MAX = 16

/** §4: a typed tag is matched this long after typing stops. */
export const TAG_MATCH_DELAY_MS = 300
/** §9: privacy dialog and post editor. */
export const DIALOG_MAX_WIDTH_PX = 800

export const TOKEN_LIFETIME_SECONDS = 12 * 60 * 60
/** How long a browser is known as one that an administrator has logged in with. */
export const DEVICE_TOKEN_LIFETIME_SECONDS = 365 * 24 * 60 * 60
export const DEVICE_TOKEN_MAX_CHARACTERS = 512
export const EMAIL_MAX_CHARACTERS = 254
/** Of a password typed at the login, in UTF-16 units: room for 128 characters of any script. */
export const PASSWORD_MAX_CHARACTERS = 256
/** A recovery code is longer than what an app shows; both may come with spaces. */
export const LOGIN_CODE_MAX_CHARACTERS = 64

/** §4: a field is checked this long after typing in it stops. */
export const FIELD_CHECK_DELAY_MS = 1000

export const CONTACT_NAME_MAX_CHARACTERS = 60
export const CONTACT_COMPANY_MAX_CHARACTERS = 60
/** Decision 34. */
export const CONTACT_MESSAGE_MAX_CHARACTERS = 5_000
export const PHONE_MAX_CHARACTERS = 30

/** §5: most texts of the sign-up. */
export const SIGN_UP_TEXT_MAX_CHARACTERS = 60
export const STREET_NUMBER_MAX_CHARACTERS = 10
export const POSTAL_CODE_MAX_CHARACTERS = 20
/** Username and password: §5 enforces 60 while its message says 30. We keep both readings (decision 21). */
export const CREDENTIAL_MAX_CHARACTERS = { enforced: 60, shown: 30 } as const
export const CREDENTIAL_MIN_CHARACTERS = 8
export const CAPTCHA_TOKEN_MAX_CHARACTERS = 4_096
/** A challenge of the captcha is good for so long. */
export const CAPTCHA_LIFETIME_MS = 20 * 60 * 1000
/** A sign-up that was filled in faster is marked, not refused (decision 26). */
export const FILL_TIME_MIN_MS = 4_000

/** How many sign-ups and messages are taken from one address in a window of time: a whole company may stand behind it. */
export const SIGN_UPS_PER_ADDRESS = 200
export const MESSAGES_PER_ADDRESS = 60
export const WRITES_WINDOW_MS = 15 * 60 * 1000

export const LEADS_PER_PAGE = 50
export const LEADS_PER_PAGE_MAX = 200
export const LEAD_SEARCH_MAX_CHARACTERS = 100
