import { z } from 'zod'

const shape = z.strictObject(
  {
    method: z.enum(['POST', 'PUT']).default('POST'),
    headers: z.record(z.string().regex(/^[\w-]+$/), z.string()).default({}),
    /** JSON, or the text of a form */
    body: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown()), z.string()]),
  },
  // the default names the unknown fields, and no message contains text of the value
  {
    error: ({ code }) =>
      code === 'unrecognized_keys' ? 'it has fields other than method, headers and body' : undefined,
  },
)

/** The request of an SMS gateway; `{{to}}`, `{{text}}` and `{{id}}` are replaced by those of the message. */
export type SmsTemplate = z.output<typeof shape>

export const defaultSmsTemplate = '{"body":{"to":"{{to}}","text":"{{text}}","id":"{{id}}"}}'

/** Parses the template from a variable: JSON that contains `{{to}}` and `{{text}}`. */
export const smsTemplate = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'it is not JSON' })
      return z.NEVER
    }
  })
  .pipe(shape)
  .refine(
    ({ body }) => ['{{to}}', '{{text}}'].every((place) => JSON.stringify(body).includes(place)),
    'its body has no {{to}} or no {{text}}',
  )
