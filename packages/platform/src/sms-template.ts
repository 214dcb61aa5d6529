import { z } from 'zod'

const shape = z.strictObject({
  method: z.enum(['POST', 'PUT']).default('POST'),
  headers: z.record(z.string().regex(/^[\w-]+$/), z.string()).default({}),
  /** JSON, or the text of a form */
  body: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown()), z.string()]),
})

/** The call that an SMS gateway wants: `{{to}}`, `{{text}}` and `{{id}}` stand where a message's own go. */
export type SmsTemplate = z.output<typeof shape>

export const usualSmsTemplate = '{"body":{"to":"{{to}}","text":"{{text}}","id":"{{id}}"}}'

/** Reads the template from a variable: JSON in which number and text have their place. */
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
