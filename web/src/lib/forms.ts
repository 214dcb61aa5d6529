import { zodResolver } from '@hookform/resolvers/zod'
import { config, z } from 'zod'

// zod tries `new Function` to parse faster; the content security policy blocks it and logs an error.
config({ jitless: true })

export const resolverFor = zodResolver

/** A form field that a contract's schema checks. The value stays as typed; the API normalises it. */
export function checkedText(schema: z.ZodType, message: string) {
  return z.string().refine((value) => schema.safeParse(value).success, message)
}
