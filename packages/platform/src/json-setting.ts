import { z } from 'zod'

/** JSON in a variable. No message contains text of the value. */
export function json<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue({ code: 'custom', message: 'it is not JSON' })
        return z.NEVER
      }
    })
    .pipe(schema)
}

/** For `z.strictObject`, whose own message names the unknown fields. @param fields as the message lists them */
export const onlyFields = (fields: string) => ({
  error: ({ code }: { code: string }) =>
    code === 'unrecognized_keys' ? `it has fields other than ${fields}` : undefined,
})
