/** HL7 v2 messages as the API takes them. Without zod: the page that sends them imports it. */

export const hl7ContentType = 'application/hl7-v2'
/** Other names under which systems send it */
export const hl7OtherTypes: readonly string[] = ['x-application/hl7-v2+er7', 'text/plain']

/** Bytes: more than two thousand results with comments */
export const hl7BodyLimit = 256 * 1024

export const hl7TooLarge = 'The message is too large: at most 256 kB.'
