/** With the metadata of mobile numbers only: a landline is not valid. */

import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import { z } from 'zod'
import { json, onlyFields } from './json-setting.ts'

const httpUrl = z.url({ protocol: /^https?$/ })

const request = z
  .strictObject(
    {
      url: httpUrl,
      method: z.enum(['POST', 'PUT']).default('POST'),
      headers: z.record(z.string().regex(/^[\w-]+$/), z.string()).default({}),
      /** JSON, or the text of a form */
      body: z
        .union([z.record(z.string(), z.unknown()), z.array(z.unknown()), z.string()])
        .default({ to: '{{to}}', text: '{{text}}', id: '{{id}}' }),
    },
    onlyFields('url, method, headers and body'),
  )
  .refine(
    ({ body }) => ['{{to}}', '{{text}}'].every((place) => JSON.stringify(body).includes(place)),
    'its body has no {{to}} or no {{text}}',
  )

/** The request of an SMS gateway; `{{to}}`, `{{text}}` and `{{id}}` are replaced by those of the message. */
export type SmsGateway = z.output<typeof request>

/** Parses the gateway from a variable: its URL, or the request as JSON. */
export const smsGateway = z.string().transform((text, context) => {
  const parsed = text.trimStart().startsWith('{')
    ? json(request).safeParse(text)
    : request.safeParse({ url: text })
  if (parsed.success) return parsed.data
  for (const { message } of parsed.error.issues) context.addIssue({ code: 'custom', message })
  return z.NEVER
})

/**
 * Whether SMS are sent to a number: to mobile numbers of India only. A country whose numbers cost much is a way to make money with them.
 * @param phone in E.164
 */
export function acceptsSms(phone: string): boolean {
  const parsed = parsePhoneNumberFromString(phone)
  return parsed?.country === 'IN' && parsed.isValid()
}
