import { z } from 'zod'

/** A form field that a contract's schema checks. The value stays as typed; the API normalises it. */
export function checkedText(schema: z.ZodType, message: string) {
  return z.string().refine((value) => schema.safeParse(value).success, message)
}
