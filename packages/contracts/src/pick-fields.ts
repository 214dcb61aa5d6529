import type { z } from 'zod'

/** Keeps the fields of a view: a summary has more fields than its readers may receive, and the gateway does not parse. */
export function pickFields<Shape extends z.ZodRawShape>(
  view: z.ZodObject<Shape>,
  value: z.output<z.ZodObject<Shape>>,
): z.output<z.ZodObject<Shape>> {
  const fields = value as Record<string, unknown>
  const picked: Record<string, unknown> = {}
  for (const name in view.shape) picked[name] = fields[name]
  return picked as z.output<z.ZodObject<Shape>>
}
